"""A match as one reader sees it: the common part of the match page, the page of a link and the API."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from engine.errors import GameError
from engine.game import Game
from engine.values import Draft, View
from i18n.text import listed
from matches import hooks
from matches.clocks import outages, pauses, seat_clock
from matches.models import Handover, LogEntry, Match, Outage, PrivateNote, Seat
from matches.record import line_authors
from matches.record import names as seat_names
from matches.record.names import Names, named, names_in
from matches.time_control.time_control import FOREVER

from .board import ShownMark, kept_view, shown_marks, with_marks
from .endings import headline, is_decided, result_in_words, tells_points, what_resigning_does
from .log import LogLine, line_of, log_lines
from .sides import UNRATED, BoardSide, Players, out_of, sides_of

T = TypeVar("T")

MOST_OUTAGES = 3
LATE_COMPUTER = timedelta(minutes=3)
OVERDUE = timedelta(minutes=3)  # for so long after a deadline a sweep may take to decide it


class MatchView:
    """The match, its seats with their players, and the seat of the reader (``None``: a bystander).

    ``own_note`` is the text of the reader's notes, if it was read with the seats; ``ratings`` has those of rated seats,
    by their ids.
    """

    def __init__(
        self,
        match: Match,
        seats: list[Seat],
        seat: Seat | None,
        own_note: str | None = None,
        ratings: Mapping[int, int] = UNRATED,
    ) -> None:
        self.match = match
        self.seats = seats
        self.seat = seat
        self.game: Game = match.game
        self.ratings = ratings
        self._own_note = own_note

    @cached_property
    def state(self) -> Any:
        return self.game.load(self.match.state)

    @cached_property
    def now(self) -> datetime:
        return timezone.now()

    @cached_property
    def view(self) -> View:
        return self.stored_view(self.match.state)

    def stored_view(self, stored: Mapping[str, Any]) -> View:
        """Return what the reader may see of a state of this match, as it is stored."""
        return kept_view(self.game, stored, self.seat.index if self.seat else None, self.names_said)

    def view_of(self, state: Any) -> View:
        """Return what the reader may see of a state, as the game has it."""
        return named(self.game.view(state, self.seat.index if self.seat else None), self.names_said)

    def draft_of(self, text: str) -> Draft:
        """Return the turn that the reader has chosen so far. Raises ``GameError``, with a sentence for the reader."""
        try:
            return named(self.game.begin(self.state, self.own_seat.index, text), self.names_said)
        except GameError as fault:
            raise type(fault)(named(fault.args[0], self.names_said)) from fault

    @cached_property
    def names_said(self) -> Names:
        """The players' names, to be said in place of what the game calls its seats."""
        return names_in(self.game, self.seats)

    @property
    def own_seat(self) -> Seat:
        """The seat of a reader who plays in the match."""
        assert self.seat is not None
        return self.seat

    @cached_property
    def own_note(self) -> str:
        """The private notes of a reader who plays in the match; "" without any."""
        if self._own_note is not None:
            return self._own_note
        kept = PrivateNote.objects.filter(match=self.match, writer=self.own_seat.player_id)
        return kept.values_list("text", flat=True).first() or ""

    @property
    def is_asked(self) -> bool:
        """Return whether the reader is asked for a turn."""
        return self.seat is not None and self.seat.asked_turn is not None and not self.match.is_over

    @property
    def waits_for_computer(self) -> bool:
        """Return whether the reader waits for a computer alone, which answers soon."""
        asked = [seat for seat in self.seats if seat.asked_turn is not None]
        return self.seat is not None and bool(asked) and all(seat.player and seat.player.is_computer for seat in asked)

    @property
    def computer_is_late(self) -> bool:
        """Return whether a computer has had its turn for so long that no reader should wait at the page."""
        asked = [seat for seat in self.seats if seat.asked_turn is not None and seat.player and seat.player.is_computer]
        return any(seat.asked_at is not None and seat.asked_at < self.now - LATE_COMPUTER for seat in asked)

    @property
    def may_analyse(self) -> bool:
        """Return whether the reader may analyse the match.

        Players may while the match runs, if its event lets them, and everyone once it is open.
        """
        return self.match.is_open or (self.seat is not None and self.match.analysis)

    @property
    def offers_analysis(self) -> bool:
        """Return whether the reader may analyse, and turns can be tried: they can't if a part of the game is hidden."""
        return self.may_analyse and self.game.may_judge_ahead(self.state)

    @property
    def names(self) -> str:
        """The players' names, in seat order."""
        return " – ".join(seat.name for seat in self.seats)

    @property
    def occasion_url(self) -> str:
        """The page of the match's event or other occasion; "" if there is none, or the host has switched it off."""
        path = self.match.occasion_path
        return "" if path and any(hooks.page_switched_off.ask(path)) else path

    @property
    def others_names(self) -> str:
        """The names of the other players."""
        return listed([seat.name for seat in self.seats if seat != self.seat])

    @property
    def result(self) -> str:
        """The result of a match that is over, for the reader."""
        if not self.match.is_over:
            return ""
        if self.seat and len(self.seats) == 2 and is_decided(self.seats):
            return headline(self.seats, self.seat)
        return result_in_words(self.match, self.seats)

    @property
    def ending(self) -> str:
        """The way a match that is over ended, in the game's words; "" if the result tells everyone's points."""
        if tells_points(self.match, self.seats):
            return ""
        return self.by_players(named(self.match.result_words, self.names_said))

    def by_players(self, said: T) -> T:
        """Return what a game says with the players' names in place of colours; for a team, unchanged."""
        return said if self.game.together else seat_names.by_players(said, self.view, self.seats)

    @property
    def is_out(self) -> bool:
        """Return whether the reader has left the match while the others play on."""
        return self.seat is not None and self.seat.index in out_of(self.view)

    @property
    def is_passed_over(self) -> bool:
        """Return whether the reader is on vacation, and their turns pass to others until they are back."""
        return self.seat is not None and self.match.baton and seat_clock.is_away(self.seat, self.now)

    @property
    def others_count(self) -> int:
        return len(self.seats) - 1

    @property
    def resigning(self) -> str:
        """The consequences if the reader, who still plays, resigns now."""
        return what_resigning_does(self.game, self.state, self.seats, self.own_seat)

    def sides(self) -> list[BoardSide]:
        """The players with their clocks, in seat order."""
        players = [seat.player_id for seat in self.seats if seat.player_id and not self.match.is_over]
        away = pauses.away_until(players, self.now)
        return sides_of(self.match, self.seats, self.seat, self.view, self.now, self.handovers, away, self.ratings)

    def sides_at(self, view: View) -> list[BoardSide]:
        """Return the players at an earlier position, without clocks."""
        return [
            BoardSide(
                seat=seat,
                label=view["labels"][seat.index],
                colour=view["colours"][seat.index],
                score=score,
                is_reader=seat == self.seat,
                rating=self.ratings.get(seat.pk),
            )
            for seat, score in zip(self.seats, view["scores"], strict=True)
        ]

    def players(self, sides: list[BoardSide], view: View, *, turned: bool | None) -> Players:
        """The sides around the board: below it the reader or, for a bystander of two players, the side drawn there."""
        own = self.seat.index if self.seat else 0
        if turned is not None and len(sides) == 2:
            own = view["below"] ^ turned
        return Players(below=sides[own], others=sides[own + 1 :] + sides[:own])

    @cached_property
    def outages(self) -> list[Outage]:
        """The last outages while the match was running."""
        match = self.match
        found = Outage.objects.filter(ended_at__gt=match.started_at, began_at__lt=match.finished_at or FOREVER)
        return list(found.order_by("-ended_at")[:MOST_OUTAGES])

    def stands_since(self) -> datetime | None:
        """The time since which no deadline has been checked, if one is overdue: it will be given back."""
        is_overdue = any(seat.deadline and seat.deadline + OVERDUE < self.now for seat in self.seats)
        return outages.under_way_since(self.now) if is_overdue else None

    @cached_property
    def marks(self) -> tuple[ShownMark, ...]:
        """The marks of the reader's team on the board."""
        return shown_marks(self.match, self.seats, self.seat)

    def marked(self, view: View) -> View:
        """Return a view of the board as it is now, or with the reader's turn, with the marks on it."""
        return with_marks(view, self.marks)

    def line(self, turn: LogEntry) -> LogLine:
        """Put a log entry into words, for the reader."""
        return line_of(turn, self.seats, self.seat, self.names_said, over=self.match.is_over, handovers=self.handovers)

    @cached_property
    def handovers(self) -> list[Handover]:
        return line_authors.handovers_of(self.seats)

    def log(self) -> QuerySet[LogEntry]:
        """Return the log as the reader may see it.

        Messages are for the players alone, and not for a player who takes a seat over later.
        """
        lines = log_lines(self.match.pk, self.match.log_length).order_by("index")
        if self.seat is None:
            return lines.exclude(kind=LogEntry.Kind.SAID)
        return lines.exclude(kind=LogEntry.Kind.SAID, index__lt=self.seat.since) if self.seat.since else lines

    def draw(self) -> dict[str, bool]:
        """The reader's options about a draw now."""
        playing = self.seat is not None and not self.match.is_over
        drawable = self.game.draws and self.match.draws and len(self.seats) == 2
        offered_by = self.match.draw_offered_by_id
        own = self.seat is not None and offered_by == self.seat.pk
        return {
            "may_offer": playing and drawable and offered_by is None,
            "may_answer": playing and offered_by is not None and not own,
            "is_offered": playing and own,
        }
