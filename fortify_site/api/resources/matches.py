"""Matches: their boards, turns and records as the reader may see them, and playing them with a token."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Annotated, Any, Literal

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema
from pydantic import StringConstraints

from accounts.models import User
from engine.errors import GameError
from fortify_site.api.auth import (
    ERRORS,
    OPEN,
    OWN_ERRORS,
    PLAY_ERRORS,
    Id,
    Limit,
    Offset,
    owner,
    player,
    reader,
    signed,
)
from matches.gate import draws, turns
from matches.gate.refused import MatchRefused
from matches.match_view import permissions
from matches.match_view.endings import result_in_words
from matches.match_view.open import open_match_view, open_own_match_view
from matches.match_view.read_marks import mark_seen
from matches.match_view.view import MatchView
from matches.models import LogEntry, Match, Seat
from matches.record.names import named
from matches.record.record import record_of
from tournaments.models import DrawnMatch, Event, Pairing, Round

from .pagination import LIMIT, paged, part_of
from .schemas import Error, Page, Part, Player

router = Router(tags=["matches"])
EXAMPLES = 3
TurnSoFar = Annotated[str, StringConstraints(max_length=1000)]
ACTS = {"offer": draws.offer_draw, "accept": draws.accept_draw, "decline": draws.decline_draw}
Status = Literal["running", "finished"]


class SeatOut(Schema):
    seat: int
    player: Player
    label: str = Field(description="The seat’s current name on the board, such as “Red”.")
    score: int
    share: float | None = Field(description="1 won, 0.5 drawn, 0 lost; null while running or if annulled.")
    is_asked: bool


class MatchOut(Schema):
    id: int
    url: str
    game: str
    status: str = Field(description="running or finished")
    occasion: str = Field(description="The event or occasion.")
    players: list[Player]
    started_at: datetime
    finished_at: datetime | None
    result: str


class MatchDetail(MatchOut):
    terms: str = Field(description="The game’s options in words.")
    seats: list[SeatOut]
    lines: int = Field(description="The number of lines in its log.")
    board: str = Field(description="The board in plain text.")
    view: dict[str, Any] = Field(description="What you may see, in the game’s own terms.")
    seed_sha256: str
    seed: str | None = Field(description="The seed of all random draws, once it is over.")


class TurnOut(Schema):
    """A line of a match’s log."""

    index: int
    kind: str = Field(description="play, resignation, time, default, draw_offer, agreement, ruling …")
    number: int | None
    seat: int | None
    words: str
    text: str = Field(description="The notation, as far as you may know it.")
    notes: list[str]
    message: str = Field(description="The message to the others; only for the match’s players.")
    taken_back: bool
    at: datetime


class RecordOut(Schema):
    match: int
    text: str = Field(description="The match’s record, as “python -m engine replay” reads it.")


class StepOut(Schema):
    text: str
    label: str
    next: str = Field(description="The turn so far with this step added.")


class TurnAsked(Schema):
    """What you are asked for, and what you may do."""

    match: int
    number: int
    kind: str = Field(description="turn, or another decision of the game’s")
    ask: str
    deadline: datetime | None
    text: str = Field(description="What was understood of the turn so far.")
    words: str
    may_send: bool = Field(description="Whether the turn so far may be sent as it is.")
    steps: list[StepOut] = Field(description="All possible next steps.")
    examples: list[str] = Field(description="Some whole turns that are legal now.")


class TurnIn(Schema):
    number: int = Field(ge=1, le=2_147_483_647, description="The number of the turn.")
    text: str = Field(max_length=1000, description="The turn in the game’s notation.")
    message: str = Field("", max_length=500, description="A message to the others.")


class TurnTaken(Schema):
    """The turn as it was understood. Sending the same again gets the same answer and plays nothing."""

    match: int
    number: int | None
    index: int
    text: str
    words: str
    notes: list[str]
    at: datetime
    match_status: str


class DrawIn(Schema):
    action: str = Field(pattern="^(offer|accept|decline)$", description="offer, accept or decline")


@router.get("", response={200: Part[MatchOut], **ERRORS}, openapi_extra=OPEN)
def list_matches(
    request: HttpRequest,
    event: Id | None = None,
    status: Status | None = None,
    limit: Limit = LIMIT,
    before: Id | None = None,
) -> Any:
    """Matches of public events, newest first; with ``before``, only those older than that match."""
    matches = public_matches(event)
    if status is not None:
        matches = matches.filter(status=status)
    with_seats = matches.prefetch_related(Prefetch("seats", Seat.objects.select_related("player").order_by("index")))
    return part_of(
        request,
        with_seats.defer("state"),
        limit,
        lambda rows: [MatchOut(**_brief(each, _seats(each))) for each in rows],
        before=before,
    )


@router.get("/{match}", response={200: MatchDetail, **ERRORS}, openapi_extra=OPEN)
def read_match(request: HttpRequest, match: Id) -> Any:
    """A match as you may see it. Without a token: matches of public events and finished ones, as spectators see them,
    unless a player restricts them."""
    match_view = _open_match(request, match)
    mark_seen(request, match_view.match, match_view.seat)
    return MatchDetail(
        **_brief(match_view.match, match_view.seats),
        terms=match_view.game.describe_options(match_view.match.options),
        seats=[_seat(match_view, seat) for seat in match_view.seats],
        lines=match_view.match.log_length,
        board=match_view.game.text_board(match_view.view),
        view=match_view.view,
        seed_sha256=match_view.match.seed_digest,
        seed=match_view.match.seed if match_view.match.is_open else None,
    )


@router.get("/{match}/turns", response={200: Page[TurnOut], **ERRORS}, openapi_extra=OPEN)
def list_turns(request: HttpRequest, match: Id, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The log of a match, oldest first."""
    match_view = _open_match(request, match)

    def shown(rows: list[LogEntry]) -> list[TurnOut]:
        if rows:  # the reader may not see some of the lines before it
            mark_seen(request, match_view.match, match_view.seat, rows[-1].index + 1)
        return [_turn(match_view, each) for each in rows]

    return paged(request, match_view.log(), limit, offset, shown)


@router.get("/{match}/record", response={200: RecordOut, **ERRORS}, openapi_extra=OPEN)
def read_record(request: HttpRequest, match: Id) -> Any:
    """The match as text, for replaying."""
    match_view = _open_match(request, match)
    mark_seen(request, match_view.match, match_view.seat)
    return RecordOut(match=match_view.match.pk, text=record_of(match_view.match, match_view.seats, match_view.seat))


@router.get("/{match}/turn", response={200: TurnAsked, **OWN_ERRORS, 409: Error}, auth=signed)
def read_turn(
    request: HttpRequest,
    match: Id,
    text: TurnSoFar = "",
) -> Any:
    """What you are asked for in your match, how the turn “text” may begin or continue, and some whole turns."""
    match_view = open_own_match_view(match, owner(request))
    number = match_view.own_seat.asked_turn
    if not match_view.is_asked or number is None:
        raise MatchRefused(_("It isn’t your turn now."), "over" if match_view.match.is_over else "not_asked")
    mark_seen(request, match_view.match, match_view.seat)
    try:
        draft = match_view.draft_of(text)
    except GameError as error:
        raise MatchRefused(str(error), "illegal") from error
    decision = named(match_view.game.decision(match_view.state, match_view.own_seat.index), match_view.names_said)
    return TurnAsked(
        match=match,
        number=number,
        kind=decision.kind,
        ask=decision.ask,
        deadline=match_view.own_seat.deadline,
        text=draft.text,
        words=draft.words,
        may_send=draft.may_send,
        steps=[StepOut(text=step.text, label=step.label, next=step.next) for step in draft.steps],
        examples=_examples(match_view, number),
    )


@router.post("/{match}/turns", response={200: TurnTaken, **PLAY_ERRORS}, auth=signed)
def send_turn(request: HttpRequest, match: Id, turn: TurnIn) -> Any:
    """Send your turn. Sending the same twice plays it once."""
    seat = _own_seat(match, player(request))
    return _taken(turns.submit_turn(seat, turn.number, turn.text, LogEntry.Via.API, turn.message))


@router.post("/{match}/resignation", response={200: TurnTaken, **PLAY_ERRORS}, auth=signed)
def resign(request: HttpRequest, match: Id) -> Any:
    """Resign the match."""
    return _taken(turns.resign(_own_seat(match, player(request)), LogEntry.Via.API))


@router.post("/{match}/draw", response={200: TurnTaken, **PLAY_ERRORS}, auth=signed)
def draw(request: HttpRequest, match: Id, wish: DrawIn) -> Any:
    """Offer a draw, or answer an offer."""
    return _taken(ACTS[wish.action](_own_seat(match, player(request)), LogEntry.Via.API))


def public_matches(event: int | None = None) -> QuerySet[Match]:
    """Return the matches of events that everyone may see, including drawn ones that were replayed in a cup."""
    pairings = Pairing.objects.filter(round__event__is_public=True)
    pairings = pairings.exclude(round__stage=Round.Stage.DRAFT).exclude(round__event__stage=Event.Stage.DRAFT)
    if event is not None:
        pairings = pairings.filter(round__event=event)
    drawn = DrawnMatch.objects.filter(match=OuterRef("pk"), pairing__in=pairings)
    found = Match.objects.filter(Q(Exists(pairings.filter(match=OuterRef("pk")))) | Q(Exists(drawn)))
    return found.filter(permissions.seen_by(AnonymousUser()))


def _open_match(request: HttpRequest, pk: int) -> MatchView:
    """Return the match as the site shows it to the token's owner."""
    return open_match_view(pk, reader(request))


def _own_seat(pk: int, user: User) -> Seat:
    """Return the user's seat in the match; of several, the one whose turn it is.

    Raises ``PermissionDenied`` and ``Http404``.
    """
    return open_own_match_view(pk, user).own_seat


def _seats(match: Match) -> list[Seat]:
    return list(match.seats.all())


def _player(seat: Seat) -> Player:
    return Player(id=seat.player_id, name=seat.name, is_computer=seat.player is not None and seat.player.is_computer)


def _brief(match: Match, seats: list[Seat]) -> dict[str, Any]:
    return {
        "id": match.pk,
        "url": settings.SITE_URL + match.get_absolute_url(),
        "game": match.game_slug,
        "status": match.status,
        "occasion": match.occasion,
        "players": [_player(seat) for seat in seats],
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "result": result_in_words(match, seats) if match.is_over else "",
    }


def _seat(match_view: MatchView, seat: Seat) -> SeatOut:
    return SeatOut(
        seat=seat.index,
        player=_player(seat),
        label=match_view.view["labels"][seat.index],
        score=match_view.view["scores"][seat.index] if seat.score is None else seat.score,
        share=None if seat.share is None else float(seat.share),
        is_asked=seat.asked_turn is not None and not match_view.match.is_over,
    )


def _turn(match_view: MatchView, turn: LogEntry) -> TurnOut:
    line = match_view.line(turn)
    return TurnOut(
        index=turn.index,
        kind=turn.kind,
        number=turn.number,
        seat=next((seat.index for seat in match_view.seats if seat.pk == turn.seat_id), None),
        words=line.words,
        text=line.text,
        notes=list(line.notes),
        message=line.message,
        taken_back=line.is_undone,
        at=turn.at,
    )


def _examples(match_view: MatchView, number: int) -> list[str]:
    """Return some legal turns, the same ones until the turn is played. They use only what the seat may know."""
    chance = Random(f"{match_view.match.pk}-{number}")
    found = (match_view.game.sample(match_view.state, match_view.own_seat.index, chance) for _each in range(EXAMPLES))
    return list(dict.fromkeys(found))


def _taken(turn: LogEntry) -> TurnTaken:
    return TurnTaken(
        match=turn.match_id,
        number=turn.number,
        index=turn.index,
        text=turn.text,
        words=turn.words,
        notes=list(turn.notes),
        at=turn.at,
        match_status=Match.objects.values_list("status", flat=True).get(pk=turn.match_id),
    )
