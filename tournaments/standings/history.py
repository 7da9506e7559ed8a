"""An event's rounds as plain values, for pairing, standings and exports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import F

from competition.history import ABSENT, Code, Colour, Forbidden, History, Player, Result
from competition.pairing.acceleration import virtual_points
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
    scoring = event.rules.scoring(event)
    found = History(
        players=players,
        rounds=event.rounds,
        scoring=scoring,
        initial_colour=Colour(event.initial_colour) if event.initial_colour else None,
        forbidden=tuple(_forbidden(event, numbers)),
        virtual_points=virtual_points(accelerated, event.rounds, scoring),
    )
    return replace(found, extra_points=event.rules.extra_points(event, found, last))


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
        if pairing.black_id is None:
            brought = event.rules.bye_result(Code(pairing.white_code or Code.PAIRING_BYE))
            found[pairing.round_number][pairing.white_id] = brought
        else:
            found[pairing.round_number].update(event.rules.results_of(pairing, numbers))
    return found


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
