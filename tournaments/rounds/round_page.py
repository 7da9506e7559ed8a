"""A round as organisers see it, before and after it is published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from competition.history import History
from competition.pairing.dutch import FORBIDDEN
from timekeeping import clock
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds import extend, publish, take_back
from tournaments.rounds.dates import not_before
from tournaments.standings.explain import points_words
from tournaments.standings.history import history_of
from tournaments.standings.progress import Colours, Progress, colours_of, progress_of
from tournaments.standings.result_words import reached_words

from .drafts import check, store
from .drafts.check import EVENTS_OWN, Judged
from .pairings import pairings_of, seat_result, shown_result

if TYPE_CHECKING:
    from tournaments.formats.words import MeetingsAgain, RoundWords

Stage, Work = Round.Stage, Round.Work


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pair, a table or a bye of the round. ``points`` are those before it.

    ``again`` names the pairs at a table who have met before.
    """

    pairing: Pairing
    points: tuple[str, ...]
    progress: Progress | None
    again: tuple[str, ...]

    @property
    def players(self) -> list[tuple[Entry, str, str]]:
        """The players, each with the points before the round, and at a finished table the result."""
        pairing = self.pairing
        results = [seat_result(pairing, seat) for seat in pairing.table_seats.all()] if pairing.size else ["", ""]
        return list(zip(pairing.entries, self.points, results, strict=False))

    @property
    def reached(self) -> str:
        """Words for what a team has reached, once its match is over."""
        return "" if self.pairing.measured is None else reached_words(self.pairing)

    @property
    def can_begin(self) -> bool:
        """True if all players have accounts."""
        return all(entry.player_id for entry in self.pairing.entries)

    @property
    def is_open(self) -> bool:
        return self.pairing.decided_at is None

    @property
    def result(self) -> str:
        return shown_result(self.pairing.round.event.rules, self.pairing)


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that the draft breaks, with the names of the players it is about."""

    article: str
    text: str
    names: tuple[str, ...]


def _article(article: str) -> str:
    """Return the name of a broken rule's article as pages show it: "FIDE C.04.3, 2.1.1"."""
    if article in (FORBIDDEN, EVENTS_OWN):
        return _("this event’s own")
    return f"FIDE {article}" if article.startswith("C.") else f"FIDE C.04.3, {article}"


def _number_words(number: int, name: str) -> str:
    return _("%(number)s is %(name)s") % {"number": number, "name": name}


class RoundPage:
    """A round as organisers see it; it may not exist yet."""

    def __init__(self, event: Event, number: int) -> None:
        self.event = event
        self.number = number
        self.round = event.round_set.filter(number=number).first()

    @property
    def stored(self) -> Round:
        if self.round is None:
            raise TournamentRefused(_("Round %(number)s is not paired yet.") % {"number": self.number}, status=409)
        return self.round

    @property
    def is_running_event(self) -> bool:
        return self.event.stage == Event.Stage.RUNNING

    @property
    def is_at_work(self) -> bool:
        return (
            self.round is not None
            and self.round.stage == Stage.DRAFT
            and self.round.work
            in (
                Work.QUEUED,
                Work.RUNNING,
            )
        )

    @property
    def has_failed(self) -> bool:
        return self.round is not None and self.round.stage == Stage.DRAFT and self.round.work == Work.FAILED

    @property
    def is_draft(self) -> bool:
        """True if there is a draft to look at."""
        return self.round is not None and self.round.stage == Stage.DRAFT and bool(self.rows) and not self.is_at_work

    @property
    def is_published(self) -> bool:
        return self.round is not None and self.round.stage != Stage.DRAFT

    @property
    def may_change(self) -> bool:
        return self.is_running_event and (self.is_draft or self.has_failed)

    @cached_property
    def waits_for(self) -> str:
        """The reason why the round can't be paired or published yet; "" if there is none."""
        if self.is_draft and self.round is not None:
            return publish.what_it_waits_for(self.event, self.round)
        before = self.event.round_set.filter(number__lt=self.number).exclude(stage=Stage.CLOSED)
        open_numbers = list(before.order_by("number").values_list("number", flat=True))
        if open_numbers:
            return _("Round %(number)s is not closed yet.") % {"number": open_numbers[0]}
        if self.event.round_set.filter(number__lt=self.number).count() < self.number - 1:
            return _("Round %(number)s comes first.") % {"number": self.number - 1}
        return ""

    @property
    def may_take_back(self) -> bool:
        is_running = self.round is not None and self.round.stage == Stage.RUNNING and self.is_running_event
        return is_running and not self.why_it_stays

    @cached_property
    def why_it_stays(self) -> str:
        return take_back.why_it_stays(self.stored)

    @property
    def may_extend(self) -> bool:
        return self.is_running_event and self.round is not None and self.round.stage == Stage.RUNNING

    @cached_property
    def seen(self) -> str:
        """The version of the round that a change names, so that one sent twice is made once."""
        if self.round is None:
            return ""
        return extend.end_of(self.round) if self.is_published else store.draft_digest(store.read_draft(self.round))

    @cached_property
    def date(self) -> datetime | None:
        return not_before(self.event, self.number)

    @property
    def is_early(self) -> bool:
        return self.date is not None and self.date > clock.now()

    @property
    def words(self) -> RoundWords:
        return self.event.rules.round_words

    @property
    def draw_number(self) -> str:
        return self.words.draw_number % {"number": self.number}

    @property
    def pairings_of_round(self) -> str:
        """The name of the list of pairings."""
        return self.words.pairings % {"number": self.number}

    @cached_property
    def entries(self) -> list[Entry]:
        """All numbered entries, by number."""
        numbered = self.event.entries.filter(number__isnull=False)
        return list(numbered.select_related("player").order_by("number"))

    def entry(self, pk: int) -> Entry:
        """Return the entry that a form has named."""
        return next(each for each in self.entries if each.pk == pk)

    @cached_property
    def rows(self) -> list[PairingRow]:
        if self.round is None:
            return []
        pairings, history = self._pairings, self._before
        points = {player.number: points_words(history.points(player)) for player in history.players}
        running = progress_of(pairings) if self.round.stage == Stage.RUNNING else {}
        return [self._row(pairing, points, running) for pairing in pairings]

    @cached_property
    def _pairings(self) -> list[Pairing]:
        return list(pairings_of(self.stored))

    @cached_property
    def _before(self) -> History:
        return history_of(self.event, self.number - 1)

    @cached_property
    def again(self) -> MeetingsAgain:
        """The players who meet again in this round, and why."""
        return self.event.rules.meetings_again(self.event, self.stored, self._pairings, self._before)

    @property
    def matches(self) -> list[PairingRow]:
        return [row for row in self.rows if row.pairing.size or not row.pairing.is_bye]

    @property
    def open_rows(self) -> list[PairingRow]:
        return [row for row in self.rows if row.is_open]

    @property
    def has_changes(self) -> bool:
        """True if a pair or bye was made by hand."""
        return any(row.pairing.is_by_hand for row in self.rows)

    @cached_property
    def judged(self) -> Judged:
        return check.judge(self.event, self.stored, store.read_draft(self.stored))

    @property
    def faults(self) -> list[Fault]:
        names = {entry.number: entry.shown_name for entry in self.entries}
        return [
            Fault(
                _article(breach.article),
                breach.text,
                tuple(_number_words(each, names[each]) for each in breach.numbers if each in names),
            )
            for breach in self.judged.breaches
        ]

    @property
    def instead(self) -> list[str]:
        """The pairs, or tables, that the rules want and the draft lacks."""
        names: dict[int | None, str] = {None: _("bye"), **{entry.pk: entry.shown_name for entry in self.entries}}
        return [" – ".join(names[pk] for pk in couple) for couple in self.judged.instead if names.keys() >= set(couple)]

    @cached_property
    def forbidden(self) -> int:
        """The number of forbidden pairs."""
        return self.event.forbidden_pairs.count()

    @property
    def colours(self) -> Colours:
        """The names of the game's two sides, and how they look."""
        return colours_of(self.event)

    def _row(self, pairing: Pairing, points: dict[int, str], running: dict[int, Progress]) -> PairingRow:
        before = tuple(points.get(entry.number or 0, "0") for entry in pairing.entries)
        return PairingRow(pairing, before, running.get(pairing.pk), self.again.pairs.get(pairing.pk, ()))
