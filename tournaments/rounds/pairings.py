"""The pairings of a round as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from competition.history import Code, History
from i18n.text import listed, minus
from matches.record.scores import score
from tournaments.models import Entry, Event, Pairing, Round, TableSeat, seated
from tournaments.standings.explain import points_words
from tournaments.standings.progress import Colours, Progress, colours_of, progress_of
from tournaments.standings.result_words import is_forfeit, reached_words

if TYPE_CHECKING:
    from tournaments.formats.format import Format

Again = Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Side:
    """A player of a pairing.

    ``points`` are those before the round; ``result``, at a table that is over, is the place with the game's score.
    """

    entry: Entry
    label: str
    colour: str
    points: str
    result: str = ""


@dataclass(frozen=True)
class Board:
    pairing: Pairing
    white: Side
    black: Side | None
    progress: Progress | None
    rules: Format
    others: tuple[Side, ...] = ()
    again: tuple[str, ...] = ()

    @property
    def sides(self) -> list[Side]:
        return [self.white, self.black, *self.others] if self.black else [self.white]

    @property
    def is_hidden(self) -> bool:
        return self.pairing.is_hidden

    @property
    def measured(self) -> str:
        """Words for what a team has reached, or how far it has got."""
        if self.progress is not None:
            return self.progress.reached
        return "" if self.pairing.measured is None else reached_words(self.pairing)

    @property
    def team(self) -> str:
        """The team's own name, if it has one; else ""."""
        return self.pairing.white.team if self.pairing.is_of_team else ""

    @property
    def is_running(self) -> bool:
        return not self.pairing.is_bye and not self.pairing.is_annulled and self.pairing.decided_at is None

    @property
    def waits(self) -> bool:
        """True if the match waits for its players to have room for one more, or for a replacement."""
        return self.is_held or (self.pairing.waits and self.pairing.decided_at is None)

    @property
    def is_held(self) -> bool:
        """True if the match has not begun, and someone is sought for the place of one of its players."""
        is_begun = self.pairing.match_id is not None or self.pairing.decided_at is not None
        return not is_begun and any(side.entry.is_open for side in self.sides)

    @property
    def result(self) -> str:
        """The result, such as "1–0" or the name of a bye; "" while the match runs."""
        return shown_result(self.rules, self.pairing)

    @property
    def bye_words(self) -> str:
        """Words for what a bye is worth."""
        if not self.pairing.is_bye:
            return ""
        return str(self.rules.byes_explained.get(Code(self.pairing.white_code or Code.PAIRING_BYE), ""))

    @property
    def bye_match_url(self) -> str:
        """The address of the match that a player has instead of sitting out; "" if there is none."""
        made = getattr(self.pairing, "bye_match", None) if self.pairing.is_bye else None
        return reverse("matches:match", args=[made.match_id]) if made else ""

    @property
    def is_forfeit(self) -> bool:
        pairing = self.pairing
        codes = [code for code in (pairing.white_code, pairing.black_code) if code]
        return not self.pairing.is_bye and any(is_forfeit(Code(code)) for code in codes)

    @property
    def game_points(self) -> str:
        """The game's points of a match that was played, or runs so far; none for a team that plays for itself."""
        pairing = self.pairing
        if not self.rules.shows_game_points:
            return ""
        if self.progress is not None:
            return self.progress.score
        if pairing.is_annulled or self.is_forfeit or pairing.white_points is None or pairing.black_points is None:
            return ""
        return score(pairing.white_points, pairing.black_points)

    @property
    def waits_for(self) -> str:
        asked = self.progress.waits_for if self.progress else ()
        return listed([self.sides[index].entry.shown_name for index in asked])

    @property
    def goes_on(self) -> str:
        """The player who advances after a draw in a cup, and why; "" for other matches."""
        pairing = self.pairing
        if pairing.through_id is None:
            return ""
        through = next(side.entry for side in self.sides if side.entry.pk == pairing.through_id)
        return _("%(name)s advances, %(why)s") % {"name": through.shown_name, "why": pairing.through_words}

    @property
    def remarks(self) -> list[str]:
        pairing = self.pairing
        marks = [
            (self.is_forfeit, _("forfeit")),
            (pairing.is_by_hand, str(self.rules.outcome_words.by_hand)),
        ]
        marks += [
            (pairing.settled_by_hand, _("adjudicated by an organiser")),
            (pairing.further > 0, _("further match")),
        ]
        return [words for holds, words in marks if holds]


def shown_result(rules: Format, pairing: Pairing) -> str:
    """Return the result, such as "1–0" or the name of a bye; "" while the match runs."""
    if pairing.is_bye:
        return rules.noun(Code(pairing.white_code or Code.PAIRING_BYE))
    return _("annulled") if pairing.is_annulled else rules.outcomes.in_short(pairing)


def pairings_of(round_: Round) -> QuerySet[Pairing]:
    """Return the round's pairings in board order, byes last."""
    people = ("white__player", "black__player", "bye_match", "match")
    rows = round_.pairings.select_related(*people).defer("match__state")
    rows = rows.order_by("board", "pk")
    return seated(rows, round_.event)


def boards_of(
    event: Event, pairings: Iterable[Pairing], history: History, before: int, again: Again | None = None
) -> list[Board]:
    """Return pairings as pages show them. ``before`` is how many rounds were played when they were paired.

    ``again`` names the pairs at tables who have met before, by the pairing's id. Two queries for those that run.
    """
    shown = list(pairings)
    running, colours = progress_of(shown), colours_of(event)
    numbers = {entry.number for pairing in shown for entry in pairing.entries}
    points = {player.number: history.points(player, before) for player in history.players if player.number in numbers}
    boards = [_board(pairing, running.get(pairing.pk), colours, points, event) for pairing in shown]
    return [replace(board, again=again.get(board.pairing.pk, ())) for board in boards] if again else boards


def _board(
    pairing: Pairing, progress: Progress | None, colours: Colours, points: Mapping[int, Fraction], event: Event
) -> Board:
    def side(entry: Entry, index: int) -> Side:
        own = points_words(points.get(entry.number or 0, Fraction(0))) if event.rules.shows_points else ""
        if pairing.size and pairing.match_id is None:  # seats are drawn with the match
            return Side(entry, "", "", own, results.get(entry.pk, ""))
        return Side(entry, colours.labels[index], colours.classes[index], own, results.get(entry.pk, ""))

    results = {seat.entry_id: seat_result(pairing, seat) for seat in pairing.table_seats.all()} if pairing.size else {}
    white, *others = [side(entry, index) for index, entry in enumerate(pairing.entries)]
    black = others[0] if others else None
    return Board(pairing, white, black, progress, event.rules, tuple(others[1:]))


def seat_result(pairing: Pairing, seat: TableSeat) -> str:
    """Say what a finished table brought a player: "place 1 (43)"; "" while it runs."""
    if pairing.decided_at is None or pairing.is_annulled or pairing.measured is not None:
        return ""
    if seat.place is None:
        return _("didn’t play")
    place = _("place %(place)s") % {"place": seat.place}
    return place if seat.score is None else _("%(place)s (%(points)s)") % {"place": place, "points": minus(seat.score)}
