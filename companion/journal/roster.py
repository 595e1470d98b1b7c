"""The people of the journal: the names offered when a match begins.

A part of `Journal`; knows of matches only who sat at them.
"""

from companion.journal.database import Database
from companion.journal.refusals import JournalRefusal

_SEATED = """
    SELECT count(*)
    FROM people JOIN seats ON seats.person = people.id JOIN matches ON matches.id = seats.match
"""


class Roster:
    """What a journal can do with people. Names are unique, exactly as typed."""

    _file: Database

    def people(self) -> tuple[str, ...]:
        """The roster, most recently seated first."""
        return tuple(name for (name,) in self._file.rows("SELECT name FROM people ORDER BY played DESC, id"))

    def add_person(self, name: str) -> None:
        """Refused with "name-taken"."""
        with self._file.transaction():
            self._refuse_taken(name)
            self._file.run("INSERT INTO people (name) VALUES (?)", name)

    def rename_person(self, old: str, new: str) -> None:
        """All this person played is shown under the new name. Refusals: "unknown-person", "name-taken"."""
        with self._file.transaction():
            person = self._person(old)
            if new != old:
                self._refuse_taken(new)
            self._file.run("UPDATE people SET name = ? WHERE id = ?", new, person)

    def delete_person(self, name: str) -> int:
        """Delete a person and every match they took part in; returns how many matches.

        Nothing of them stays in the file or its log. Refusals: "unknown-person", "unfinished".
        """
        with self._file.transaction():
            person = self._person(name)
            if self.unfinished_of(name):
                raise JournalRefusal("unfinished")
            deleted = self._file.run(
                "DELETE FROM matches WHERE id IN (SELECT match FROM seats WHERE person = ?)", person
            ).rowcount
            self._file.run("DELETE FROM people WHERE id = ?", person)
        self._file.forget()
        return deleted

    def matches_of(self, name: str) -> int:
        """How many matches this person took part in, finished or not."""
        return self._file.number(_SEATED + "WHERE people.name = ?", name)

    def unfinished_of(self, name: str) -> int:
        """How many of them are open or put aside."""
        return self._file.number(_SEATED + "WHERE people.name = ? AND matches.status <> 'done'", name)

    def _person(self, name: str) -> int:
        rows = self._file.rows("SELECT id FROM people WHERE name = ?", name)
        if not rows:
            raise JournalRefusal("unknown-person")
        return int(rows[0][0])

    def _refuse_taken(self, name: str) -> None:
        if self._file.rows("SELECT 1 FROM people WHERE name = ?", name):
            raise JournalRefusal("name-taken")
