"""The conversation in firmware/PROTOCOL.md, line by line."""

import re

from companion import data

PROTOCOL = (data.firmware() / "PROTOCOL.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    (hub|box): (.*)$", PROTOCOL, re.MULTILINE)
HUB_LINES = tuple(text.encode() for side, text in EXAMPLES if side == "hub")
BOX_LINES = tuple(text.encode() for side, text in EXAMPLES if side == "box")
