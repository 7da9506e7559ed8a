"""An event's rounds as plain values, for pairing, standings and exports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from django.db.models import F

from competition.history import ABSENT, Code, Colour, Forbidden, History, Player, Result
from competition.pairing.acceleration import virtual_points
from competition.tables.points import Seated
from tournaments.formats.tables.standings import code_of, finished, points_of
from tournaments.models import Entry, Event, Pairing, Round, seated

Rounds = Mapping[int, Mapping[int, Result]]  # by round number and entry id


def history_of(event: Event, through: int | None = None, *, coming: int | None = None) -> History:
    """Return the numbered entries with their results of published rounds, up to round ``through``.

    With ``coming``, the number of the round to be paired, players who won't play it have their bye for it already. Five
    queries, one more for tables.
    """
    entries = list(event.entries.filter(number__isnull=False).select_related("player").order_by("number"))
    numbers = {entry.pk: entry.number or 0 for entry in entries}
    last = _last_round(event, through)
    rounds = _rounds(event, last, numbers)
    byes = {} if coming is None else _byes(event, entries, coming)
    players = tuple(
        Player(
            number=numbers[entry.pk],
            name=entry.shown_name,
            rating=entry.rating,
            results=(
                *(rounds.get(number, {}).get(entry.pk, ABSENT) for number in range(1, last + 1)),
                *([byes[entry.pk]] if entry.pk in byes else []),
            ),
        )
        for entry in entries
    )
    accelerated = [numbers[entry.pk] for entry in entries if entry.is_accelerated]
    found = History(
        players=players,
        rounds=event.rounds,
        scoring=event.scoring,
        initial_colour=Colour(event.initial_colour) if event.initial_colour else None,
        forbidden=tuple(_forbidden(event, numbers)),
        virtual_points=virtual_points(accelerated, event.rounds, event.scoring),
    )
    if event.is_expedition or not event.has_tables:
        return found
    return replace(found, extra_points=_table_points(event, found, last))


def _table_points(event: Event, history: History, last: int) -> dict[tuple[int, int], Fraction]:
    """Return table points by round and pairing number."""
    return {
        (number, player): points
        for number, tables in enumerate(finished(history, last), 1)
        for table in tables
        for player, points in points_of(table, event).items()
    }


def _last_round(event: Event, through: int | None) -> int:
    published = event.round_set.exclude(stage=Round.Stage.DRAFT).order_by("-number").values_list("number", flat=True)
    last = published.first() or 0
    return last if through is None else min(last, through)


def _rounds(event: Event, last: int, numbers: Mapping[int, int]) -> Rounds:
    found: dict[int, dict[int, Result]] = defaultdict(dict)
    pairings = Pairing.objects.filter(round__event=event, round__number__lte=last).exclude(
        round__stage=Round.Stage.DRAFT
    )
    # Without the rounds themselves, which hold all that was proposed for them.
    for pairing in seated(pairings.annotate(round_number=F("round__number")), event):
        for entry_id, result in results_of(pairing, numbers):
            # In a round robin everybody has the free rounds that an odd number brings: they are worth nothing.
            is_free = result.code is Code.PAIRING_BYE and event.is_round_robin
            found[pairing.round_number][entry_id] = ABSENT if is_free else result
    return found


def results_of(pairing: Pairing, numbers: Mapping[int, int]) -> Iterable[tuple[int, Result]]:
    """Yield what a pairing brought each of its entries, by their ids; an annulled one counts for neither.

    ``numbers`` are the pairing numbers by entry id.
    """
    white, black = pairing.white_id, pairing.black_id
    if black is None:
        yield white, Result(Code(pairing.white_code or Code.PAIRING_BYE))
        return
    if white == black:
        yield white, _of_team(pairing)
        return
    if pairing.size:
        yield from _at_table(pairing, numbers)
        return
    if pairing.is_annulled:
        yield from ((white, ABSENT), (black, ABSENT))
        return
    points = (pairing.white_points, pairing.black_points)
    known = None if points[0] is None or points[1] is None else (points[0], points[1])
    yield (
        white,
        Result(Code(pairing.white_code or Code.RUNNING), numbers.get(black, 0), Colour.WHITE, known),
    )
    yield (
        black,
        Result(
            Code(pairing.black_code or Code.RUNNING),
            numbers.get(white, 0),
            Colour.BLACK,
            known and (known[1], known[0]),
        ),
    )


def _of_team(pairing: Pairing) -> Result:
    if pairing.is_annulled:
        return ABSENT
    code = Code(pairing.white_code or Code.RUNNING)
    return Result(code, measured=tuple(pairing.measured or ())) if pairing.decided_at else Result(Code.RUNNING)


def _at_table(pairing: Pairing, numbers: Mapping[int, int]) -> Iterable[tuple[int, Result]]:
    """Yield each player's result at a table, by entry id; a player without a place has not played."""
    seats = list(pairing.table_seats.all())
    table = tuple(
        Seated(numbers[seat.entry_id], seat.place, seat.score or 0)
        for seat in seats
        if seat.place is not None and seat.entry_id in numbers
    )
    for seat in seats:
        if pairing.is_annulled:
            yield seat.entry_id, ABSENT
        elif pairing.decided_at is None:
            yield seat.entry_id, Result(Code.RUNNING)
        else:
            own = next((each for each in table if each.player == numbers.get(seat.entry_id)), None)
            found = Result(Code.FORFEIT_LOSS) if own is None else Result(code_of(own, table), table=table)
            yield seat.entry_id, found


def _byes(event: Event, entries: Iterable[Entry], coming: int) -> dict[int, Result]:
    """Return the byes of players who won't play the coming round, by entry id."""
    absences = dict(
        event.entries.filter(absences__round_number=coming).values_list("pk", "absences__bye"),
    )
    return {
        entry.pk: Result(Code(absences.get(entry.pk, Code.ZERO_BYE)))
        for entry in entries
        if entry.pk in absences or not is_here(event, entry, coming)
    }


def is_here(event: Event, entry: Entry, number: int) -> bool:
    """Return whether the entry takes part in the round of that number, announced absences aside."""
    if entry.status != Entry.Status.ENTERED or entry.back_from > number:
        return False
    return not event.check_in or entry.checked_in_at is not None


def _forbidden(event: Event, numbers: Mapping[int, int]) -> Iterable[Forbidden]:
    for pair in event.forbidden_pairs.filter(first_round__lte=event.rounds).order_by("pk"):
        if pair.first_id in numbers and pair.second_id in numbers:
            players = frozenset({numbers[pair.first_id], numbers[pair.second_id]})
            yield Forbidden(players, pair.first_round, min(pair.last_round, event.rounds))
