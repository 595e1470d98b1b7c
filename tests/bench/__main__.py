"""Measures everything, prints it as tables and writes it as JSON: `python -m tests.bench FILE`."""

import json
import sys
from pathlib import Path

from tests.bench import bus, buzz, disk, effort
from tests.bench.rows import as_json, table

IDLE = 20.0
"""Seconds in which wake-ups are counted."""

TABLES = {
    "Bytes on the I2C bus for one update": bus.bytes_sent,
    "Calls of the system for one update": bus.calls,
    "CPU for one frame": effort.frames,
    "Start and memory": effort.start,
    "Idle": lambda: effort.idle(IDLE),
    "Journal": disk.moves,
    "Buzzer hub": buzz.presses,
}


def main(path: Path) -> None:
    """Run all tables, each printed when it is there."""
    measured = {}
    for title, measure in TABLES.items():
        rows = list(measure())
        sys.stdout.write(table(title, rows) + "\n")
        sys.stdout.flush()
        measured[title] = as_json(rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"Written to {path}.\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
