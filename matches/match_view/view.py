"""A match as one reader sees it: what the match page and the link page have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from engine.errors import GameError
from engine.game import Game
from engine.values import Decision, Draft, View
from i18n.text import listed
from matches import hooks, permissions
from matches.clocks import outages, seat_clock
from matches.clocks.time_control import FOREVER
from matches.fairness import is_commitment
from matches.gate import handover, takeback
from matches.live.pages import open_match
from matches.match_and_seats import seats_with_match, sharing_match
from matches.models import Handover, LogEntry, Match, Outage, Seat
from matches.permissions import Reader, may_organise
from matches.record import IS_UNDONE
from matches.seat_names import Names, by_players, named, names_in
from matches.suggestions import Offer, offers
from matches.vacation import pauses
from matches.views.paging import Leaf, leaf

from .board_side import is_turned
from .endings import headline, is_decided, result_in_words, tells_points, what_resigning_does
from .kept_view import kept_form, kept_view
from .log import Line, line_of
from .marks import ShownMark, shown_marks, with_marks
from .moves import ENDED_BY, ON_THE_BOARD, PLAYED, MoveTable, move_table, positions_url, steps_around
from .own_note import with_own_note
from .read_marks import mark_seen
from .seed import seed_facts
from .sides import Players, Side, out_of, rating_of, sides_of

T = TypeVar("T")

TURNS_ON_A_PAGE = 20
MOST_OUTAGES = 3
MOST_SAID = 50
LATE_COMPUTER = timedelta(minutes=3)
OVERDUE = timedelta(minutes=3)  # for so long after a deadline a sweep may take to decide it
UNSHOWN = ("state", "clocks")


def _listed(kinds: Iterable[str]) -> str:
    return ", ".join(f"'{kind}'" for kind in sorted(kinds))


def _log(match: int, length: int) -> QuerySet[LogEntry]:
    """Its first so many lines: a page that has read the match shows none that came after."""
    lines = LogEntry.objects.filter(match=match, index__lt=length).defer(*UNSHOWN)
    return lines.annotate(is_undone=IS_UNDONE)


def _played_before(match: int, index: int) -> QuerySet[LogEntry]:
    """The turns that stand before a line of the log."""
    return LogEntry.objects.filter(~IS_UNDONE, match=match, index__lt=index, kind__in=PLAYED).order_by()


_SHOWN_COLUMNS = [field.column for field in LogEntry._meta.concrete_fields if field.name not in UNSHOWN]
# By hand, since a page would take longer to put it into words than the database to answer.
_LAST_LINES = f"""
    SELECT {", ".join(f'line."{name}"' for name in _SHOWN_COLUMNS)},
        EXISTS (SELECT 1 FROM matches_logentry later WHERE later.undoes_id = line.id) AS is_undone,
        (SELECT count(*) FROM matches_logentry played
            WHERE played.match_id = %(match)s AND played."index" < %(since)s AND played.kind IN ({_listed(PLAYED)})
            AND NOT EXISTS (SELECT 1 FROM matches_logentry later WHERE later.undoes_id = played.id)
        ) AS played_before,
        (SELECT shown."index" FROM matches_logentry shown
            WHERE shown.match_id = %(match)s AND shown.kind IN ({_listed(PLAYED | ENDED_BY)})
            AND NOT EXISTS (SELECT 1 FROM matches_logentry later WHERE later.undoes_id = shown.id)
            ORDER BY shown."index" LIMIT 1
        ) AS first_position
    FROM matches_logentry line
    WHERE line.match_id = %(match)s AND line."index" < %(length)s
        AND (line."index" >= %(since)s OR line.message <> '')
    ORDER BY line."index" DESC LIMIT %(most)s
"""  # noqa: S608 (our own names)


def last_lines(match: int, length: int, since: int) -> list[LogEntry]:
    """The latest lines of a log, the newest first: from ``since`` on, and before that those with a message. Each with
    how many turns stand before ``since``, and the index of the first position."""
    values = {"match": match, "length": length, "since": since, "most": TURNS_ON_A_PAGE + MOST_SAID}
    return list(LogEntry.objects.raw(_LAST_LINES, values))


class MatchView:
    """Built from the match, its seats with their players, and the seat of the reader (``None``: a bystander)."""

    def __init__(self, match: Match, seats: list[Seat], seat: Seat | None) -> None:
        self.match = match
        self.seats = seats
        self.seat = seat
        self.game: Game = match.game

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
        """What the reader may see of a state of this match, as it is stored."""
        return kept_view(self.game, stored, self.seat.index if self.seat else None, self.names_said)

    def view_of(self, state: Any) -> View:
        """The same of a state as the game has it."""
        return named(self.game.view(state, self.seat.index if self.seat else None), self.names_said)

    def draft_of(self, text: str) -> Draft:
        """What the reader, who is asked, has chosen so far. Raises ``GameError``, with a sentence for the reader."""
        try:
            return named(self.game.begin(self.state, self.own_seat.index, text), self.names_said)
        except GameError as fault:
            raise type(fault)(named(fault.args[0], self.names_said)) from fault

    @cached_property
    def names_said(self) -> Names:
        """In place of what the game calls its seats."""
        return names_in(self.game, self.seats)

    @property
    def own_seat(self) -> Seat:
        """The seat of a reader who plays in the match."""
        assert self.seat is not None
        return self.seat

    @property
    def is_asked(self) -> bool:
        return self.seat is not None and self.seat.asked_turn is not None and not self.match.is_over

    @property
    def waits_for_computer(self) -> bool:
        """Whether the reader waits for a computer alone, which answers soon."""
        asked = [seat for seat in self.seats if seat.asked_turn is not None]
        return self.seat is not None and bool(asked) and all(seat.player and seat.player.is_computer for seat in asked)

    @property
    def computer_is_late(self) -> bool:
        """Whether a computer has had its turn for so long that nobody should wait for it at the page."""
        asked = [seat for seat in self.seats if seat.asked_turn is not None and seat.player and seat.player.is_computer]
        return any(seat.asked_at is not None and seat.asked_at < self.now - LATE_COMPUTER for seat in asked)

    @property
    def may_analyse(self) -> bool:
        """Of a running match only its players, where its event lets them; when it is open, everyone who may see it."""
        return self.match.is_open or (self.seat is not None and self.match.analysis)

    @property
    def offers_analysis(self) -> bool:
        """Whether the reader may analyse, and turns can be tried in the game as it is: where a part is hidden, none
        can."""
        return self.may_analyse and self.game.may_judge_ahead(self.state)

    @property
    def names(self) -> str:
        return " – ".join(seat.name for seat in self.seats)

    @property
    def occasion_url(self) -> str:
        """Where what the match is played for has its page; "" where it has none, or the host has switched it off."""
        path = self.match.occasion_path
        return "" if path and any(hooks.page_switched_off.ask(path)) else path

    @property
    def others_names(self) -> str:
        return listed([seat.name for seat in self.seats if seat != self.seat])

    @property
    def result(self) -> str:
        if not self.match.is_over:
            return ""
        if self.seat and len(self.seats) == 2 and is_decided(self.seats):
            return headline(self.seats, self.seat)
        return result_in_words(self.match, self.seats)

    @property
    def ending(self) -> str:
        """How a match that is over ended, in the game's words; "" where the result tells everyone's points."""
        if tells_points(self.match, self.seats):
            return ""
        return self._by_players(named(self.match.result_words, self.names_said))

    def _by_players(self, said: T) -> T:
        return said if self.game.together else by_players(said, self.view, self.seats)

    @property
    def is_out(self) -> bool:
        """Whether the reader has left the match, and the others play on."""
        return self.seat is not None and self.seat.index in out_of(self.view)

    @property
    def is_passed_over(self) -> bool:
        """Whether the reader is on vacation, and their turns pass to others until they are back."""
        return self.seat is not None and self.match.baton and seat_clock.is_away(self.seat, self.now)

    @property
    def others_count(self) -> int:
        return len(self.seats) - 1

    @property
    def resigning(self) -> str:
        """What follows where the reader, who still plays, resigns now."""
        return what_resigning_does(self.game, self.state, self.seats, self.own_seat)

    def sides(self) -> list[Side]:
        players = [seat.player_id for seat in self.seats if seat.player_id and not self.match.is_over]
        away = pauses.away_until(players, self.now)
        return sides_of(self.match, self.seats, self.seat, self.view, self.now, self.handovers, away)

    def sides_at(self, view: View) -> list[Side]:
        """Those of a position that was, which has no clocks."""
        return [
            Side(
                seat=seat,
                label=view["labels"][seat.index],
                colour=view["colours"][seat.index],
                score=score,
                is_reader=seat == self.seat,
                rating=rating_of(seat),
            )
            for seat, score in zip(self.seats, view["scores"], strict=True)
        ]

    def players(self, sides: list[Side], view: View, *, turned: bool | None) -> Players:
        """The sides around the board: of two whichever sits below it, else the reader below it, and the others above as
        they sit round the table."""
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
        """Since when no deadline has been looked at, of a match that waits for that: the time will be given back."""
        is_overdue = any(seat.deadline and seat.deadline + OVERDUE < self.now for seat in self.seats)
        return outages.under_way_since(self.now) if is_overdue else None

    @cached_property
    def marks(self) -> tuple[ShownMark, ...]:
        return shown_marks(self.match, self.seats, self.seat)

    def marked(self, view: View) -> View:
        """A view of the board as it is now, or with the reader's turn, with the marks on it."""
        return with_marks(view, self.marks)

    def line(self, turn: LogEntry) -> Line:
        return line_of(turn, self.seats, self.seat, self.names_said, over=self.match.is_over, handovers=self.handovers)

    @cached_property
    def handovers(self) -> list[Handover]:
        return handover.handovers_of(self.seats)

    def log(self) -> QuerySet[LogEntry]:
        """What the players say to each other is for them alone, and not for who takes a seat over later."""
        lines = _log(self.match.pk, self.match.log_length).order_by("index")
        if self.seat is None:
            return lines.exclude(kind=LogEntry.Kind.SAID)
        return lines.exclude(kind=LogEntry.Kind.SAID, index__lt=self.seat.since) if self.seat.since else lines

    @cached_property
    def _latest(self) -> list[LogEntry]:
        """The last page of the whole log, and the latest with a message, the newest first."""
        length = self.match.log_length
        return last_lines(self.match.pk, length, max(length - TURNS_ON_A_PAGE, 0))

    @property
    def _may_need_latest(self) -> bool:
        """Whether the reader may see all of the log."""
        return self.seat is not None and not self.seat.since

    def turns(self, request: HttpRequest, index: int | None = None) -> Leaf:
        """A page of the log, the latest, or that with the line of an ``index``, unless another is asked for: full pages
        counted from the end, and on each the newest line last."""
        count = self.match.log_length if self._may_need_latest else None
        is_latest = count is not None and "turns" not in request.GET and index is None
        rows = self._latest[:TURNS_ON_A_PAGE] if is_latest else self.log().order_by("-index")
        number = 1 if index is None else self.log().filter(index__gt=index).count() // TURNS_ON_A_PAGE + 1
        page = leaf(request, rows, size=TURNS_ON_A_PAGE, key="turns", what=_("turns"), count=count, number=number)
        page.items[:] = [self.line(turn) for turn in reversed(page.items)]
        return page

    def said(self, turns: Leaf) -> list[Line]:
        """The latest that the players have said to each other, with a turn or alone, the newest last; ``turns`` is a
        page of the log. Nothing for a bystander."""
        if self.seat is None:
            return []
        lines: list[Line] = turns.items
        if not turns.is_all:
            rows = self.log().exclude(message="").order_by("-index") if self.seat.since else self._latest
            found = [turn for turn in rows[: TURNS_ON_A_PAGE + MOST_SAID] if turn.message][:MOST_SAID]
            lines = [self.line(turn) for turn in reversed(found)]
        return [line for line in lines if line.message]

    def moves(self, turns: Leaf) -> MoveTable:
        """The sheet of a page of the log."""
        return move_table(turns.items, self.seats, self.game, self._played_before(turns))

    def _positions(self, turns: Leaf, listed: tuple[int, ...]) -> tuple[int, ...] | None:
        """The indexes of the first position and the latest, of which a page of the log has those ``listed``; ``None``
        for an earlier page."""
        if turns.is_all or not listed:
            return listed if turns.is_all else None
        line: LogEntry = turns.items[0].turn
        first = getattr(line, "first_position", None)
        return None if turns.previous_url or first is None else (first, *listed)

    def turn_number(self, index: int) -> int:
        """Of the last turn up to a line of the log, as the sheet counts them; 0 where there is none."""
        played = _played_before(self.match.pk, index + 1).count()
        return played and self.game.first_turn + played - 1

    def _played_before(self, turns: Leaf) -> int:
        """How many turns stand in the log before a page of it."""
        if not turns.next_url:
            return 0
        first: LogEntry = turns.items[0].turn
        if hasattr(first, "played_before"):
            return first.played_before or 0
        return _played_before(self.match.pk, first.index).count()

    def last_notes(self, turns: Leaf) -> tuple[str, ...]:
        """What followed from the last turn, which the view tells; ``turns`` is a page of the log."""
        lines: list[Line] = [] if turns.previous_url else turns.items
        on_board = (line for line in reversed(lines) if line.turn.kind in ON_THE_BOARD and not line.is_undone)
        last = next(on_board, None)
        if last is None and not turns.is_all:
            rows = self.log().filter(~IS_UNDONE, kind__in=ON_THE_BOARD).order_by("-index")[:1]
            last = next(map(self.line, rows), None)
        notes = () if last is None else tuple(note for note in last.notes if not is_commitment(note))
        return self._by_players(notes)

    def answered(self, turns: Leaf) -> Line | None:
        """The last line of the log, if it is another's turn that was set ahead; ``turns`` is a page of the log."""
        last = turns.items[-1] if turns.items else None
        if last is None or last.place < self.match.log_length or last.turn.via != LogEntry.Via.CONDITIONAL:
            return None
        return None if self.seat is None or last.turn.seat_id == self.seat.pk else last

    def chance(self, turns: Leaf) -> takeback.Chance | None:
        """The turn that the reader may take back now; ``turns`` is a page of the log."""
        if self.seat is None:
            return None
        latest = None if turns.previous_url else [line.turn for line in reversed(turns.items)]
        return takeback.chance(self.match, self.seats, self.seat, latest)

    def draw(self) -> dict[str, bool]:
        """What the reader can do about a draw now."""
        playing = self.seat is not None and not self.match.is_over
        drawable = self.game.draws and self.match.draws and len(self.seats) == 2
        offered_by = self.match.draw_offered_by_id
        own = self.seat is not None and offered_by == self.seat.pk
        return {
            "may_offer": playing and drawable and offered_by is None,
            "may_answer": playing and offered_by is not None and not own,
            "is_offered": playing and own,
        }

    def context(self, request: HttpRequest, token: str = "") -> dict[str, Any]:
        """What every page that shows the match needs; ``token`` is that of the link by which the reader came."""
        mark_seen(request, self.match, self.seat)
        turns = self.turns(request)
        sides = self.sides()
        turned = is_turned(request, self.match, self.seat, self.view)
        moves = self.moves(turns)
        is_latest = not turns.previous_url and moves.indexes
        last_index = moves.indexes[-1] if is_latest else self.match.log_length - 1
        return {
            "match_view": self,
            "match": self.match,
            "game": self.game,
            "seat": self.seat,
            "view": self.marked(self.view),
            "marks": self.marks,
            "sides": sides,
            "players": self.players(sides, self.view, turned=turned),
            "turned": turned,
            "turns": turns,
            "moves": moves,
            "last_index": last_index,
            "steps": steps_around(self.match, last_index, token, self._positions(turns, moves.indexes)),
            "positions_url": positions_url(self.match, token),
            "last_notes": self.last_notes(turns),
            "said": self.said(turns),
            "answered": self.answered(turns),
            "draw": self.draw(),
            "chance": self.chance(turns),
            "outages": self.outages,
            "stands_since": self.stands_since(),
            "seed_facts": seed_facts(self.match, self.seats),
            "live": open_match(self.match, self.seat),
            "follows": self.waits_for_computer,
            "standing": [f"games/{self.game.slug}/standing.html", "matches/_no_standing.html"],
            "legend": [f"games/{self.game.slug}/legend.html", "matches/_no_legend.html"],
        }

    def form(
        self,
        *,
        form_url: str,
        draft_url: str,
        typed: str = "",
        message: str = "",
        error: str = "",
        review: bool = False,
        is_under_way: bool = False,
    ) -> dict[str, Any]:
        """What the turn form needs, for a seat that is asked. A text that cannot be played stays in the form, beside
        the sentence that says why; the board is then the one before the turn. What is still under way stays there
        without a word."""
        draft, decision = kept_form(self.game, self.match.state, self.own_seat.index, self.names_said)
        try:
            if typed:
                draft = self.draft_of(typed)
        except GameError as fault:
            error, review = error or ("" if is_under_way else str(fault)), False
        if review and not draft.may_send and not error:
            error, review = unfinished(draft, decision), False
        return {
            "draft": replace(draft, view=self.marked(draft.view)),
            "decision": decision,
            "offers": self._offers(decision),
            "number": self.own_seat.asked_turn,
            "form_url": form_url,
            "draft_url": draft_url,
            "typed": typed if error or is_under_way else draft.text,
            "message": message,
            "error": error,
            "review": review,
        }

    def _offers(self, decision: Decision) -> list[Offer]:
        """Without a look at the state where nothing can be suggested."""
        can_be = decision.suggestions or decision.again
        return offers(self.game, self.state, self.own_seat, decision) if can_be else []


def unfinished(draft: Draft, decision: Decision) -> str:
    """Why a turn cannot be sent yet, in terms of the form that is there for it."""
    if draft.missing:
        return draft.missing
    if draft.view.get("pick"):
        return _("Nothing chosen yet. Enter how many of each unit you want.")
    if decision.kind != "turn":
        return _("Nothing chosen yet. Choose one of the answers.")
    return _("Nothing chosen yet. Choose an action from the list below, or type one.")


def open_match_view(pk: int, reader: Reader) -> MatchView:
    """The match on its page; ``Http404`` where there is none that the reader may see. A player who holds several seats
    sits at the one that is asked."""
    found = _seats(pk)
    seats = sharing_match(with_own_note(found, reader) if isinstance(reader, User) else found)
    if not seats:
        raise Http404
    match = seats[0].match
    own = min((seat for seat in seats if is_held_by(reader, seat)), key=_is_idle, default=None)
    if own is None and not _is_open(match, reader):
        raise Http404
    return MatchView(match, seats, own)


def open_clocks(pk: int, reader: User) -> MatchView:
    """The match for its organisers, who look at its clocks, and so also while it is sealed."""
    seats = sharing_match(_seats(pk))
    if not seats or not seats[0].match.is_sealed or not may_organise(reader, seats[0].match):
        return open_match_view(pk, reader)
    return MatchView(seats[0].match, seats, next((seat for seat in seats if is_held_by(reader, seat)), None))


def _is_idle(seat: Seat) -> bool:
    return seat.asked_turn is None


def is_held_by(reader: Reader, seat: Seat) -> bool:
    """A seat whose player has left the site is no one's, and so no visitor's."""
    return isinstance(reader, User) and seat.player_id == reader.pk


def _is_open(match: Match, reader: Reader) -> bool:
    """Without a question to the database where none is needed."""
    is_everyones = not match.occasion and not match.is_sealed
    return (isinstance(reader, User) and is_everyones) or permissions.may_see(reader, match)


def open_own_match_view(pk: int, reader: User) -> MatchView:
    """Open the match for someone who plays in it; ``PermissionDenied`` for anyone else."""
    match_view = open_match_view(pk, reader)
    if match_view.seat is None:
        raise PermissionDenied(_("You’re not playing in this match; you can only watch."))
    return match_view


def open_seat_view(seat: Seat) -> MatchView:
    """The match as it is now, for whoever holds a link to that seat."""
    seats = sharing_match(_seats(seat.match_id))
    return MatchView(seats[0].match, seats, next(each for each in seats if each.pk == seat.pk))


def _seats(match: int) -> QuerySet[Seat]:
    """Those of ``seats_with_match``, rated where there are ratings."""
    seats, rating = seats_with_match(match), hooks.seat_rating.first()
    return seats if rating is None else seats.annotate(rating=rating)
