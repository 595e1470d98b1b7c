"""All texts of the box, read from the source, and the catalogues brought up to date with them.

Run as a program (`make locale`) it updates every `companion/locale/LANGUAGE/LC_MESSAGES/companion.po` and its `.mo`:
new texts are added without a translation, unused ones dropped. A new language begins as an empty folder of its name.
"""

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages import mofile, pofile
from babel.messages.catalog import Catalog, Message

from companion import data

PACKAGE = Path(__file__).parents[1] / "companion"
MARK = "companion.games.texts"
"""The module that tables get `Text` from; a `Text` of another one is something else."""

Text = str | tuple[str, str]
"""A text, or the texts for one and for many."""

NOT_TRANSLATED = frozenset({""})


def source_texts() -> dict[Text, list[str]]:
    """Every text with the places where it stands, as FILE:LINE."""
    found: dict[Text, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE.parent).as_posix()
        for text, line in _texts(ast.parse(path.read_text(encoding="utf-8"))):
            if text not in NOT_TRANSLATED:
                found.setdefault(text, []).append(f"{name}:{line}")
    return found


def _texts(tree: ast.AST) -> Iterator[tuple[Text, int]]:
    marked = any(isinstance(node, ast.ImportFrom) and node.module == MARK for node in ast.walk(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _called(node)
        elif marked and isinstance(node, ast.AnnAssign) and node.value and "Text" in _names(node.annotation):
            yield from ((constant.value, constant.lineno) for constant in _constants(node.value))


def _called(call: ast.Call) -> Iterator[tuple[Text, int]]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    literals = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    if name in {"tr", "gettext", "Text"} and len(literals) == 1 and isinstance(literals[0], str):
        yield literals[0], call.lineno
    elif name in {"trn", "ngettext"} and len(literals) >= 2:
        yield (str(literals[0]), str(literals[1])), call.lineno


def _names(annotation: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}


def _constants(value: ast.AST) -> Iterator[ast.Constant]:
    """The strings in a table, the keys of a mapping apart."""
    keys = {id(key) for node in ast.walk(value) if isinstance(node, ast.Dict) for key in node.keys}
    for node in ast.walk(value):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys:
            yield node


def catalogues() -> dict[str, Path]:
    """The catalogue file of each language."""
    return {path.name: path / "LC_MESSAGES" / "companion.po" for path in sorted(data.translations().glob("*/"))}


def read(path: Path, language: str) -> Catalog:
    """A catalogue; an empty one where there is none yet."""
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return pofile.read_po(file, language, domain="companion")


def update(path: Path, language: str) -> Catalog:
    """The catalogue with exactly today's texts, and its `.mo` beside it."""
    before, catalogue = read(path, language), _empty(language)
    for text, places in source_texts().items():
        catalogue.add(text, locations=_locations(places), **_known(before, text))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        pofile.write_po(file, catalogue, width=110, omit_header=False, include_lineno=False, sort_output=True)
    with path.with_suffix(".mo").open("wb") as file:
        mofile.write_mo(file, catalogue)
    return catalogue


def _known(before: Catalog, text: Text) -> dict[str, Any]:
    """What translators have written about a text."""
    message = before.get(text if isinstance(text, str) else text[0])
    if message is None or message.id != text:
        return {}
    return {"string": message.string, "flags": message.flags & {"fuzzy"}, "user_comments": message.user_comments}


def _empty(language: str) -> Catalog:
    began = datetime(2026, 1, 1, tzinfo=UTC)
    return Catalog(
        language,
        domain="companion",
        project="tabletop-companion",
        version="1",
        msgid_bugs_address="tabletop-companion",
        header_comment="# The texts of the Tabletop Companion; `make locale` keeps them up to date with the code.",
        creation_date=began,
        revision_date=began,
        last_translator="The Tabletop Companion authors",
        language_team=language,
        fuzzy=False,
    )


def translated(message: Message) -> bool:
    """Whether a text has a translation in all its forms, and not a guess."""
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(strings) and not message.fuzzy


def _locations(places: list[str]) -> list[tuple[str, int]]:
    return [(place.partition(":")[0], 0) for place in places]


def main() -> None:
    for language, path in catalogues().items():
        texts = [message for message in update(path, language) if message.id]
        missing = sum(not translated(message) for message in texts)
        sys.stdout.write(f"{language}: {len(texts)} texts, {missing or 'none'} without a translation\n")


if __name__ == "__main__":
    main()
