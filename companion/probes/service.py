"""The probe of the service: whether it is installed and runs. It only asks systemd."""

import shutil
import subprocess

from companion.config import Config
from companion.probes.report import Report

UNIT = "companion.service"
ASKED = ("LoadState", "UnitFileState", "ActiveState", "SubState", "StatusText")
PATIENCE = 5.0
"""Seconds."""


def service(config: Config) -> Report:
    """Whether the service is installed, enabled and active, and what it says it does."""
    answers = _ask()
    if answers.get("LoadState") != "loaded":
        return Report(("not installed",))
    state, told = answers.get("ActiveState", ""), answers.get("StatusText", "")
    facts = f"{answers.get('UnitFileState', '')}, {state} ({answers.get('SubState', '')})"
    wrong = () if state == "active" else (_not_running(state),)
    return Report((facts, *([told] if told else [])), wrong)


def _not_running(state: str) -> str:
    return (
        f"The service is {state}: `journalctl -u companion` says why; start it with `sudo systemctl restart companion`."
    )


def _ask() -> dict[str, str]:
    """The properties of the unit; none where systemd does not run."""
    systemctl = shutil.which("systemctl")
    if systemctl is None:
        return {}
    command = [systemctl, "show", UNIT, f"--property={','.join(ASKED)}"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(line.split("=", 1) for line in said.stdout.splitlines() if "=" in line)
