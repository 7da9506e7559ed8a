"""Events: entries, rounds, tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest
from ninja import Router

from fortify_site.api import schemas as out
from fortify_site.api.reading import LIMIT, of_event, paged, seen_event
from fortify_site.api.site import ERRORS, OPEN, After, Id, Limit, Offset, RoundNumber, Slug, reader
from tournaments.cups.bracket import winner_of
from tournaments.cups.who_goes_on import how_of, why_of
from tournaments.cups.words import reached_in, round_name
from tournaments.history import Code, Result
from tournaments.leagues.permissions import may_see as may_see_season
from tournaments.models import Division, DrawnMatch, Entry, Event, Pairing, Round
from tournaments.outcomes import ANNULLED, both, sign
from tournaments.permissions import visible_to
from tournaments.standings import Row, TieBreak
from tournaments.tables import EventTable, table_of, tie_breaks_of
from tournaments.views.bracket import BracketMatch, ShownBracket, shown_bracket

router = Router(tags=["events"])
Stage = Literal["registration", "running", "finished", "cancelled"]


@router.get("", response={200: out.Page[out.EventOut], **ERRORS}, openapi_extra=OPEN)
def list_events(
    request: HttpRequest,
    stage: Stage | None = None,
    game: Slug | None = None,
    club: Slug | None = None,
    limit: Limit = LIMIT,
    offset: Offset = 0,
) -> Any:
    """The events you may see, the newest first."""
    events = visible_to(reader(request)).select_related("club").order_by("-pk")
    wanted = {"stage": stage, "game_slug": game, "club__slug": club}
    events = events.filter(**{name: value for name, value in wanted.items() if value is not None})
    return paged(request, events, limit, offset, lambda rows: [out.EventOut(**of(event)) for event in rows])


@router.get("/{event}", response={200: out.EventDetail, **ERRORS}, openapi_extra=OPEN)
def read_event(request: HttpRequest, event: Id) -> Any:
    """An event and what it fixes."""
    found = seen_event(request, event)
    return of_event(request, found, (), lambda: _detail(request, found))


@router.get("/{event}/entries", response={200: out.Page[out.EntryOut], **ERRORS}, openapi_extra=OPEN)
def list_entries(request: HttpRequest, event: Id, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """Who is in it, by number; who left before the beginning is not told."""
    found = seen_event(request, event)
    shown = found.entries.filter(Q(status=Entry.Status.ENTERED) | Q(number__isnull=False))
    rows = shown.select_related("player").order_by("number", "entered_at", "pk")
    return of_event(
        request, found, (limit, offset), lambda: paged(request, rows, limit, offset, lambda found: map(_entry, found))
    )


@router.get("/{event}/rounds", response={200: out.Page[out.RoundOut], **ERRORS}, openapi_extra=OPEN)
def list_rounds(request: HttpRequest, event: Id, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The rounds that are published."""
    found = seen_event(request, event)
    rows = _published(found).order_by("number").defer("proposed")
    return of_event(
        request,
        found,
        (limit, offset),
        lambda: paged(
            request, rows, limit, offset, lambda rows: [out.RoundOut(**_round(found, each)) for each in rows]
        ),
    )


@router.get("/{event}/rounds/{number}", response={200: out.RoundDetail, **ERRORS}, openapi_extra=OPEN)
def read_round(request: HttpRequest, event: Id, number: RoundNumber) -> Any:
    """A round with its pairings and results."""
    found = seen_event(request, event)
    round = _published(found).filter(number=number).first()
    if round is None:
        raise Http404
    return of_event(
        request,
        found,
        (),
        lambda: out.RoundDetail(**_round(found, round), pairings=pairings_of(found, round)),
    )


@router.get("/{event}/standings", response={200: out.Standings, **ERRORS}, openapi_extra=OPEN)
def read_standings(request: HttpRequest, event: Id, after: After | None = None) -> Any:
    """The table, with every tie-break; “after” counts the rounds up to that one alone."""
    found = seen_event(request, event)
    return of_event(request, found, (after,), lambda: _standings(found, table_of(found, after)))


@router.get("/{event}/crosstable", response={200: out.Crosstable, **ERRORS}, openapi_extra=OPEN)
def read_crosstable(request: HttpRequest, event: Id, after: After | None = None) -> Any:
    """Who met whom, in the order of the table."""
    found = seen_event(request, event)
    return of_event(request, found, (after,), lambda: _crosstable(table_of(found, after)))


@router.get("/{event}/bracket", response={200: out.Bracket, **ERRORS}, openapi_extra=OPEN)
def read_bracket(request: HttpRequest, event: Id) -> Any:
    """The bracket of a cup, with who goes on and what decided it. Other events have none."""
    found = seen_event(request, event)
    if not found.is_cup:
        raise Http404
    return of_event(request, found, (), lambda: _bracket(found))


def of(event: Event) -> dict[str, Any]:
    return {
        "id": event.pk,
        "name": event.name,
        "url": settings.SITE_URL + event.get_absolute_url(),
        "stage": event.stage,
        "format": event.format,
        "game": event.game_slug,
        "club": event.club.slug if event.club else None,
        "rounds": event.rounds,
        "is_public": event.is_public,
        "rated": event.rated,
        "starts_at": event.starts_at,
        "begun_at": event.begun_at,
        "ended_at": event.ended_at,
        "changed_at": event.changed_at,
    }


def _detail(request: HttpRequest, event: Event) -> out.EventDetail:
    return out.EventDetail(
        **of(event),
        description=event.description,
        terms=event.game.describe_options(event.options),
        tie_breaks=[each.code for each in tie_breaks_of(event)],
        players=event.entries.filter(status=Entry.Status.ENTERED).count(),
        organisers=list(event.organisers.order_by("display_name").values_list("display_name", flat=True)),
        division=_division(request, event),
    )


def _division(request: HttpRequest, event: Event) -> out.DivisionRef | None:
    found = Division.objects.filter(event=event).select_related("season__league__club").first()
    if found is None or not may_see_season(reader(request), found.season):
        return None
    season, league = found.season, found.season.league
    return out.DivisionRef(club=league.club.slug, league=league.slug, season=season.number, level=found.level)


def _entry(entry: Entry) -> out.EntryOut:
    return out.EntryOut(
        id=entry.pk,
        number=entry.number,
        player=out.Player(id=entry.player_id, name=entry.shown_name),
        rating=entry.rating or None,
        status=entry.status,
    )


def ref(entry: Entry) -> out.EntryRef:
    return out.EntryRef(entry=entry.pk, number=entry.number, name=entry.shown_name)


def _published(event: Event) -> Any:
    return event.round_set.exclude(stage=Round.Stage.DRAFT)


def _round(event: Event, round: Round) -> dict[str, Any]:
    fields = ("number", "stage", "published_at", "due_at", "closed_at")
    name = round_name(round.number, event.rounds) if event.is_cup else ""
    return {"name": name, **{field: getattr(round, field) for field in fields}}


def pairings_of(event: Event, round: Round) -> list[out.PairingOut]:
    rows = round.pairings.select_related("white__player", "black__player").order_by("board", "pk")
    return [pairing_out(event, each) for each in (rows.prefetch_related("drawn") if event.is_cup else rows)]


def pairing_out(event: Event, pairing: Pairing) -> out.PairingOut:
    return out.PairingOut(
        **_going_on(event, pairing),
        board=pairing.board,
        white=ref(pairing.white),
        black=ref(pairing.black) if pairing.black else None,
        outcome=_outcome(pairing),
        white_code=pairing.white_code,
        black_code=pairing.black_code,
        result=_result(pairing),
        white_points=pairing.white_points,
        black_points=pairing.black_points,
        match=pairing.match_id,
        decided_at=pairing.decided_at,
    )


def _going_on(event: Event, pairing: Pairing) -> dict[str, Any]:
    if not event.is_cup:
        return {"goes_on": None, "decided_by": "", "why": "", "drawn": []}
    drawn = list(pairing.drawn.all())
    winner = winner_of(pairing)
    sides = [entry for entry in (pairing.white, pairing.black) if entry is not None and entry.pk == winner]
    return {
        "goes_on": ref(sides[0]) if sides else None,
        "decided_by": how_of(event, pairing, drawn) or "",
        "why": why_of(pairing),
        "drawn": [_drawn(each) for each in drawn],
    }


def _drawn(match: DrawnMatch) -> out.DrawnOut:
    return out.DrawnOut(
        match=match.match_id,
        white=match.white_id,
        black=match.black_id,
        white_points=match.white_points,
        black_points=match.black_points,
    )


def _outcome(pairing: Pairing) -> str:
    if pairing.is_annulled:
        return "annulled"
    if pairing.is_bye:
        return "bye"
    if pairing.white_code:
        return "decided"
    return "waits" if pairing.waits else "running"


def _result(pairing: Pairing) -> str:
    if pairing.is_annulled or not pairing.white_code:
        return ""
    return both(pairing.white_code, pairing.black_code) if pairing.black else sign(Code(pairing.white_code))


def _standings(event: Event, table: EventTable) -> out.Standings:
    return out.Standings(
        after=table.after,
        is_final=event.stage == Event.Stage.FINISHED and table.after == table.last,
        columns=[out.TieBreakOut(code=each.code, name=str(each.name)) for each in _columns(table)],
        rows=[_standing(table, row) for row in table.rows],
    )


def brought(table: EventTable, row: Row) -> dict[str, Any]:
    """The points, or in a cup how far it went."""
    if table.bracket is not None:
        return {"points": None, "came_to": reached_in(table, row.number)}
    return {"points": table.columns[0].show(row.points), "came_to": None}


def _columns(table: EventTable) -> Sequence[TieBreak]:
    """A cup has none."""
    return () if table.bracket is not None else table.columns


def _standing(table: EventTable, row: Row) -> out.StandingOut:
    entry = table.entries[row.number]
    numbers = [
        out.NumberOut(
            code=column.code,
            shown=column.show(value.number),
            value=None if value.number is None else float(value.number),
        )
        for column, value in zip(table.columns, row.values, strict=True)
    ]
    return out.StandingOut(
        rank=row.rank,
        entry=ref(entry),
        rating=entry.rating or None,
        **brought(table, row),
        tie_breaks=numbers[1:],
        decided_by=row.decided_by or "",
        status=entry.status,
    )


def _crosstable(table: EventTable) -> out.Crosstable:
    return out.Crosstable(after=table.after, rows=[_cross_row(table, row) for row in table.rows])


def _cross_row(table: EventTable, row: Row) -> out.CrossRow:
    results = table.players[row.number].results[: table.after]
    return out.CrossRow(
        rank=row.rank,
        entry=ref(table.entries[row.number]),
        **brought(table, row),
        cells=[_cell(table, row.number, index, result) for index, result in enumerate(results, 1)],
    )


def _cell(table: EventTable, number: int, index: int, result: Result) -> out.Cell:
    pairing = table.pairing_of.get((index, number))
    return out.Cell(
        round=index,
        opponent=result.opponent or (sum(pairing.pair) - number if pairing else 0),
        sign=ANNULLED if pairing is not None and pairing.is_annulled else sign(Code(result.code)),
        match=pairing.match_id if pairing else None,
    )


def _bracket(event: Event) -> out.Bracket:
    shown = shown_bracket(event, table_of(event))
    if shown is None:
        raise Http404
    return out.Bracket(
        rounds=list(_rounds(event, shown)),
        third_place=_place(event, shown.third) if shown.third else None,
        winner=ref(shown.winner) if shown.winner else None,
    )


def _rounds(event: Event, shown: ShownBracket) -> Iterator[out.BracketRound]:
    for number, each in enumerate(shown.rounds, 1):
        yield out.BracketRound(
            number=number,
            name=each.name,
            is_published=each.number > 0,
            matches=[_place(event, match) for match in each.matches],
        )


def _place(event: Event, match: BracketMatch) -> out.BracketMatch:
    pairing = match.pairing
    return out.BracketMatch(
        sides=[
            out.BracketSide(
                entry=ref(side.entry) if side.entry else None,
                sign=side.sign,
                goes_on=side.won,
                to_come=side.waits,
            )
            for side in match.sides
        ],
        board=pairing.board if pairing else None,
        match=pairing.match_id if pairing else None,
        result=match.result,
        decided_by=(how_of(event, pairing, match.drawn) or "") if pairing else "",
        why=match.why,
        drawn=[_drawn(each) for each in match.drawn],
    )
