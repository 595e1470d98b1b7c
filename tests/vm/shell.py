"""A prompt in a fresh virtual Pi: `python -m tests.vm.shell`. Each line is a shell command, or one of WORDS with
numbers after it, such as `press 17`; `oled sh1106` shows a picture; Ctrl-D ends."""

import sys

from tests.vm import host
from tests.vm.build import built
from tests.vm.virtual_pi import VirtualPi

WORDS = ("press", "release", "tap", "bounce", "level")


def answer(pi: VirtualPi, line: str) -> str:
    word, *rest = line.split() or [""]
    if word in WORDS:
        return f"{getattr(pi, word)(*map(int, rest))}\n"
    if word == "oled":
        return "".join(f"{row}\n" for row in pi.oled(*rest or ["ssd1306"]))
    return pi.sh(line)[1]


def main() -> None:
    host.insist()
    with built(host.cache()) as image, VirtualPi(image) as pi:
        sys.stdout.write(f"ready after {pi.boot():.1f} s\n# ")
        sys.stdout.flush()
        for line in sys.stdin:
            sys.stdout.write(f"{answer(pi, line)}# ")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
