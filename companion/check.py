"""`companion check`: what a bug report needs, and in plain words what is wrong.

A table of probes says what is looked at; this module asks them in turn and prints what they report. No file is made or
changed, also where there is no journal, no configuration and no folder yet. A box that runs keeps its panel; one that
does not gets a border on it.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from companion import config
from companion.probes import hardware, service, software, storage
from companion.probes.report import Probe, Report
from companion.troubles import in_one_line

WELL, WRONG = 0, 1

PROBES: Mapping[str, Probe] = MappingProxyType(
    {
        "Program": software.program,
        "Machine": software.machine,
        "Configuration": software.configuration,
        "Board": software.board,
        "config.txt": hardware.boot,
        "Display": hardware.display,
        "Pins": hardware.pins,
        "Hub": hardware.hub,
        "Service": service.service,
        "Fonts": software.fonts,
        "Languages": software.languages,
        "Journal": storage.journal,
        "Set aside": storage.set_aside,
        "Backups": storage.backups,
    }
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    config.arguments(parser)


def run(given: argparse.Namespace) -> int:
    """Prints the report; the exit status is 1 when something is wrong."""
    settings = config.of(given, os.environ)
    reports = {heading: probe(settings) for heading, probe in PROBES.items()}
    wrong = dict.fromkeys(sentence for report in reports.values() for sentence in report.wrong)
    text = "".join(f"{in_one_line(line)}\n" for line in (*_facts(reports), *_verdict(wrong)))
    sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
    return WRONG if wrong else WELL


def _facts(reports: Mapping[str, Report]) -> Iterator[str]:
    for heading, report in reports.items():
        yield heading
        yield from (f"  {fact}" for fact in report.facts)


def _verdict(wrong: Iterable[str]) -> tuple[str, ...]:
    problems = tuple(f"  {sentence}" for sentence in wrong)
    return ("", "What is wrong", *problems) if problems else ("", "All is well.")
