"""What the session does for screens: answers their requests from journal and luck, and makes the view they look at.

When the disk refuses (JournalTrouble), nothing here has changed.
"""

from collections.abc import Callable, Sequence
from functools import singledispatchmethod
from pathlib import Path
from typing import Any

from companion.games.chance import uniform
from companion.games.match import Accepted
from companion.games.refusals import Refusal
from companion.journal import SENTENCES, Journal, JournalTrouble, names_in
from companion.lookup import Lookup
from companion.luck import PLAIN
from companion.screens import requests as ask
from companion.screens.base import UNDO_LINE, ToTable, View
from companion.surroundings import Surroundings
from companion.table import BadRecord, Table, is_readable
from companion.tongues import languages, translation

CHANGED = "changed"
"""The kind of trouble where another box has played on the journal."""

SIDES = 6
PICKS_FROM = 2**32
"""Where the picks of a player begin among the numbers outside of matches; the plain rolls lie below."""


class Assistant:
    """Keeps the table and answers the requests of screens; `notices` are sentences to be shown at the start."""

    def __init__(self, journal: Journal, around: Surroundings) -> None:
        self._journal = journal
        self._around = around
        self._table = Table(journal)
        self._lookup = Lookup(journal, around.day)
        self._picks = 0
        self._seats: dict[int, str] = {}
        self._languages = languages()
        self._to_mend: tuple[Callable[[], None], ...] = ()
        self._moved_on = False
        self.notices: tuple[str, ...] = ()
        try:
            self._begin()
        except JournalTrouble as trouble:
            if trouble.kind != "broken":
                raise
            journal.begin_anew()
            self._begin()
        if journal.set_aside:
            self.notices = (self._kept_as(journal.set_aside), *self.notices)

    def view(self, now: float, buttons: int) -> View:
        """What screens may look at; `now` in seconds of a steady clock, `buttons` as in View."""
        return View(
            now=now,
            tr=self._words.gettext,
            trn=self._words.ngettext,
            labels=self._around.labels,
            settings=self._settings,
            languages=self._languages,
            people=self._people,
            group=self._table.group,
            match=self._table.match,
            aside=self._aside,
            seats=self._seats,
            buttons=buttons,
        )

    def play(self, line: str, then: Sequence[str] = ()) -> Accepted | Refusal:
        """Plays a line in the match on the table and those that go with it: all, on the disk then, or none."""
        self._mend()
        outcome = self._table.play(line, self._around.wall(), then)
        if isinstance(outcome, Accepted) and not self._table.playing:
            self.settle_quietly()
        return outcome

    def answer(self, request: object) -> Any:
        """The answer to a request of a screen; ToTable when the table is to be shown."""
        self._mend()
        return self._answer(request)

    @singledispatchmethod
    def _answer(self, request: object) -> Any:
        return self._lookup.answer(request)

    def recover(self, trouble: JournalTrouble) -> str | None:
        """After a broken journal: begins a new one that holds the match on the table, so that it can go on.

        Returns what to say of it, also where another box has played on; None for other troubles, and when the disk
        does not let us: the next press that needs the journal tries again.
        """
        if trouble.kind == CHANGED:
            return self._words.gettext(trouble.sentence)
        if trouble.kind != "broken":
            return None
        self._to_mend = (self._journal.begin_anew, self._write_again, self._refresh)
        try:
            self._catch_up()
        except JournalTrouble:
            return None
        return self._kept_as(self._journal.set_aside) if self._journal.set_aside else trouble.sentence

    def _mend(self) -> None:
        """Before anything is asked of the journal. Raises JournalTrouble, "changed" where the table is another now."""
        if self._journal.claim():
            self._to_mend = (*self._to_mend, self._look_again)
        self._catch_up()
        if self._moved_on:
            self._moved_on = False
            raise JournalTrouble(SENTENCES[CHANGED], CHANGED)

    def _look_again(self) -> None:
        """The journal could not be locked until now: another box may have played on it meanwhile."""
        self._moved_on = self._moved_on or not self._table.is_kept()
        if self._moved_on:
            self._table = Table(self._journal)
            self._begin()
        else:
            self._read_settings()
            self._refresh()

    def _catch_up(self) -> None:
        while self._to_mend:
            self._to_mend[0]()
            self._to_mend = self._to_mend[1:]

    def _write_again(self) -> None:
        self._table.record_again(self._around.wall())
        for key, value in self._settings.items():
            if value != self._around.defaults.get(key):
                self._journal.set_setting(key, value)

    def settle_quietly(self) -> None:
        """Brings the journal to rest if the disk lets us; it is safe without, too."""
        try:
            self._catch_up()
            self._journal.checkpoint()
        except JournalTrouble:
            return

    def close(self) -> None:
        """The end of the session."""
        self._journal.close()

    def _begin(self) -> None:
        self._read_settings()
        self._take_up_where_it_was()
        self._refresh()

    def _read_settings(self) -> None:
        self._settings = {**self._around.defaults, **self._journal.settings()}
        self._speak(self._settings["language"])

    def _refresh(self) -> None:
        self._people = self._journal.people()
        self._aside = self._journal.aside_size()

    def _speak(self, language: str) -> None:
        self._words = translation(language)

    def _kept_as(self, aside: Path) -> str:
        text = self._words.gettext("The journal was damaged. It is kept as {name}, and a new one begun.")
        return text.format(name=aside.name)

    def _take_up_where_it_was(self) -> None:
        record = self._journal.open_match()
        if record is None:
            self._table.group = next((past.players for past in self._journal.history(0, 1)), ())
            return
        try:
            self._table.take_up(record)
        except BadRecord:
            self._journal.put_aside(record.id, self._around.wall())
            text = self._words.gettext("The open match cannot be read and was put aside.")
            self.notices = (*self.notices, text)

    @_answer.register
    def _add_person(self, request: ask.AddPerson) -> ask.Added:
        self._journal.add_person(request.name)
        self._refresh()
        return ask.Added(request.name)

    @_answer.register
    def _rename_person(self, request: ask.RenamePerson) -> ask.Done:
        self._journal.rename_person(request.old, request.new)
        self._table.renamed(request.old, request.new)
        self._seats = {seat: request.new if name == request.old else name for seat, name in self._seats.items()}
        self._refresh()
        return ask.Done()

    @_answer.register
    def _delete_person(self, request: ask.DeletePerson) -> ask.Done:
        self._journal.delete_person(request.name)
        self._table.deleted(request.name)
        self._refresh()
        return ask.Done()

    @_answer.register
    def _start_match(self, request: ask.StartMatch) -> ToTable:
        seed = self._around.luck.seed(self._journal.next_id())
        self._table.start(request.game, request.players, seed, request.options, self._around.wall())
        self._refresh()
        return ToTable()

    @_answer.register
    def _put_aside(self, request: ask.PutAside) -> ask.Done:
        self._table.put_aside(self._around.wall())
        self._refresh()
        return ask.Done()

    @_answer.register
    def _end_match(self, request: ask.EndMatch) -> ask.Done:
        self._table.end(self._around.wall())
        return ask.Done()

    @_answer.register
    def _resume(self, request: ask.Resume) -> ToTable | ask.Unreadable:
        record = self._lookup.record(request.id)
        if not is_readable(record):
            return ask.Unreadable(record.id)
        told = self._words.gettext("The match on the table was put aside.") if self._table.playing else ""
        if record.status == "aside":
            self._journal.resume(record.id, self._around.wall())
        elif self._table.playing:
            self._table.put_aside(self._around.wall())
            self._refresh()
        self._table.take_up(record)
        if request.undo:
            self.play(UNDO_LINE)
        self._refresh()
        return ToTable(told)

    @_answer.register
    def _delete_match(self, request: ask.DeleteMatch) -> ask.Done:
        self._journal.delete_match(request.id)
        self._refresh()
        return ask.Done()

    @_answer.register
    def _roll_plain(self, request: ask.RollPlain) -> ask.Rolled:
        face = uniform(self._around.luck.seed(PLAIN), self._journal.plain_rolls(), SIDES)
        self._journal.plain_roll(face, self._around.wall())
        return ask.Rolled(face)

    @_answer.register
    def _pick_seat(self, request: ask.PickSeat) -> ask.Picked:
        place = uniform(self._around.luck.seed(PLAIN), PICKS_FROM + self._picks, request.players)
        self._picks += 1
        return ask.Picked(place - 1)

    @_answer.register
    def _assign_seat(self, request: ask.AssignSeat) -> ask.Done:
        others = {seat: name for seat, name in self._seats.items() if name != request.name}
        self._seats = {**others, request.seat: request.name}
        return ask.Done()

    @_answer.register
    def _set_setting(self, request: ask.SetSetting) -> ask.Done:
        self._journal.set_setting(request.key, request.value)
        self._settings = {**self._settings, request.key: request.value}
        self._speak(self._settings["language"])
        return ask.Done()

    @_answer.register
    def _backup(self, request: ask.Backup) -> ask.BackedUp:
        path = self._around.backups / self._backup_name()
        self._journal.backup(path)
        return ask.BackedUp(path.name, self._around.named(path.parent))

    def _backup_name(self) -> str:
        day = self._around.day(self._around.wall())
        taken = names_in(self._around.backups)
        names = (f"companion-{day}-{number}.db" for number in range(1, len(taken) + 2))
        return next(name for name in names if name not in taken)

    @_answer.register
    def _settle(self, request: ask.Settle) -> ask.Done:
        self._journal.checkpoint()
        return ask.Done()
