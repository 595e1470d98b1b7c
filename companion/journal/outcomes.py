"""What is derived from the lines of finished matches: results, scores and faces, and what is read from them.

A part of `Journal`, which says when a match has ended or was reopened.
"""

from companion.games.records import Past, Result, Standing
from companion.journal.database import Database

_SCORE = "INSERT INTO scores (match, seat, won, points) VALUES (?, ?, ?, ?)"
_FACE = """
    INSERT INTO faces (match, kind, face, times) VALUES (?, ?, ?, 1)
    ON CONFLICT DO UPDATE SET times = times + 1"""
_HISTORY = """
    SELECT id, results.game, started, abandoned FROM results JOIN matches ON matches.id = results.match
    ORDER BY results.match DESC LIMIT ? OFFSET ?"""
_SCORES = """
    SELECT name, won, points
    FROM scores JOIN seats USING (match, seat) JOIN people ON people.id = seats.person
    WHERE scores.match = ? ORDER BY scores.seat"""
_SAID_SCORES = """
    SELECT said, won, points FROM scores JOIN seats USING (match, seat) WHERE scores.match = ? ORDER BY scores.seat"""
_STANDINGS = """
    SELECT name, count(*), sum(won), max(points)
    FROM results JOIN scores USING (match) JOIN seats USING (match, seat)
    JOIN people ON people.id = seats.person
    WHERE results.game = ? AND NOT abandoned
    GROUP BY people.id ORDER BY sum(won) DESC, count(*), name"""
_FACES = """
    SELECT kind, face, sum(times) FROM faces GROUP BY kind, face
    UNION ALL SELECT 'plain', face, count(*) FROM plain_rolls GROUP BY face"""


class Outcomes:
    """What a journal knows of finished matches. Standings and counts come from the derived rows by SQL."""

    _file: Database

    def history(self, offset: int, limit: int) -> tuple[Past, ...]:
        """Finished matches, newest first."""
        with self._file.snapshot():
            return tuple(self._past(*row) for row in self._file.rows(_HISTORY, limit, offset))

    def history_size(self) -> int:
        """How many matches are finished."""
        return self._file.number("SELECT count(*) FROM results")

    def standings(self, game: str) -> tuple[Standing, ...]:
        """Everybody who finished a match of this game; most won first."""
        return tuple(Standing(*row) for row in self._file.rows(_STANDINGS, game))

    def faces(self) -> dict[str, tuple[int, ...]]:
        """How often 1 to 6 came up: "box" and "real" in finished matches, "plain" outside of matches."""
        counts = {kind: [0] * 6 for kind in ("box", "real", "plain")}
        for kind, face, times in self._file.rows(_FACES):
            counts[kind][face - 1] = times
        return {kind: tuple(times) for kind, times in counts.items()}

    def result(self, match: int) -> Result | None:
        """What is kept of a finished match, in its header's names, its faces by kind and number; None for another."""
        with self._file.snapshot():
            rows = self._file.rows("SELECT abandoned FROM results WHERE match = ?", match)
            scores = self._file.rows(_SAID_SCORES, match)
            faces = self._file.rows("SELECT kind, face, times FROM faces WHERE match = ? ORDER BY kind, face", match)
        if not rows:
            return None
        return Result(
            tuple(name for name, won, _ in scores if won),
            {name: points for name, _, points in scores},
            bool(rows[0][0]),
            tuple((kind, face) for kind, face, times in faces for _ in range(times)),
        )

    def _finish(self, match: int, now: float, result: Result) -> None:
        self._file.run(
            "INSERT INTO results (match, game, abandoned) SELECT id, game, ? FROM matches WHERE id = ?",
            result.abandoned,
            match,
        )
        for seat, name in self._file.rows("SELECT seat, said FROM seats WHERE match = ?", match):
            self._file.run(_SCORE, match, seat, name in result.winners, result.points.get(name))
        for kind, face in result.faces:
            self._file.run(_FACE, match, kind, face)
        self._file.run("UPDATE matches SET status = 'done', since = ? WHERE id = ?", now, match)

    def _past(self, match: int, game: str, started: float, abandoned: int) -> Past:
        scores = self._file.rows(_SCORES, match)
        return Past(
            match,
            game,
            started,
            tuple(name for name, _, _ in scores),
            tuple(name for name, won, _ in scores if won),
            {name: points for name, _, points in scores},
            bool(abandoned),
        )
