"""The tables of a round, drawn by the standings so far.

In a round robin of tables, they are drawn so that everyone meets everyone as evenly as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from competition.history import History
from competition.pairing.dutch import FORBIDDEN, NOT_TO_MEET, Breach, NoLegalPairing
from competition.tables.draw import MustMeet, draw_round
from competition.tables.schedule import schedule
from competition.tables.sizes import LARGEST_TABLE, table_sizes
from engine.chance import derive_bytes, shuffled
from i18n.text import Text, joined, listed, noop, say, say_many
from tournaments.models import Event, EventTerms
from tournaments.rounds.drafts import store
from tournaments.rounds.drafts.check import EVENTS_OWN
from tournaments.rounds.drafts.draft import Slot, Slots, table_of
from tournaments.standings.history import history_of

from .standings import finished, rounds_met

Tables = Sequence[Sequence[int]]
Seating = Callable[[Event, History, int, Sequence[int]], Tables]


def largest_table(event: EventTerms) -> int:
    """Return how many players the event's game can seat."""
    return min(LARGEST_TABLE, max(event.game.seats))


def tables_for(
    event: Event, history: History, number: int, kept: Slots, ids: Mapping[int, int], seating: Seating
) -> tuple[Slots, Slots]:
    """Return the draft of round ``number`` around the kept slots, and the draft the rules lead to without them.

    ``seating`` is ``by_standings`` or ``by_schedule``. The first draft has as many tables as the other players can
    fill; the second is empty if there is none. Raises ``NoLegalPairing``.
    """
    numbers = {pk: player for player, pk in ids.items()}
    cared_for = {numbers[pk] for slot in kept for pk in slot.players if pk in numbers}
    here = [player.number for player in history.players if len(player.results) < number]
    byes = [slot for slot in store.draft_of((), history, number, ids) if numbers[slot.white] not in cared_for]
    rest = [player for player in here if player not in cared_for]
    try:
        tables = seating(event, history, number, rest) if rest else ()
    except NoLegalPairing:
        if all(slot.is_bye for slot in kept):
            raise
        return tables_for(event, history, number, tuple(slot for slot in kept if slot.is_bye), ids, seating)
    around = [*_slots(tables, ids), *(slot for slot in kept if not slot.is_bye)]
    draft = (*_in_order(around, history, numbers), *byes, *(slot for slot in kept if slot.is_bye))
    if not kept:
        return draft, draft
    try:
        return draft, (*_slots(seating(event, history, number, here), ids),)
    except NoLegalPairing:
        return draft, ()


def broken(event: Event, number: int, slots: Slots) -> Iterator[Breach]:
    """Yield the faults of a draft of round ``number`` that was changed by hand.

    They are forbidden pairs, players who meet again, and tables of unlike sizes.
    """
    history = history_of(event, number - 1, coming=number)
    numbers = store.numbers_of(event)
    tables = [[numbers[pk] for pk in slot.players] for slot in slots if not slot.is_bye]
    for pair in _apart(history, number):
        if any(pair.issubset(table) for table in tables):
            one, other = sorted(pair)
            yield Breach(FORBIDDEN, (one, other), say(NOT_TO_MEET, player=one, other=other))
    met = rounds_met(history, history.paired_rounds)
    by_hand = [[numbers[pk] for pk in slot.players] for slot in slots if slot.by_hand and not slot.is_bye]
    for table in by_hand:
        again = sorted({player for pair in combinations(table, 2) if frozenset(pair) in met for player in pair})
        if again:
            yield Breach(EVENTS_OWN, tuple(again), say("Players at this table have met before."))
    sizes = [len(table) for table in tables]
    if sizes and max(sizes) - min(sizes) > 1:
        yield Breach(EVENTS_OWN, (), say("The sizes of the tables differ by more than one player."))


def _slots(tables: Tables, ids: Mapping[int, int]) -> list[Slot]:
    return [table_of([ids[player] for player in table]) for table in tables]


def _in_order(slots: Sequence[Slot], history: History, numbers: Mapping[int, int]) -> list[Slot]:
    """Sort tables: the better scores first, and of level ones the larger."""
    points = {player.number: history.points(player) for player in history.players}

    def order(slot: Slot) -> tuple[Fraction, int, int]:
        seated = [numbers[pk] for pk in slot.players]
        return -sum((points[each] for each in seated), Fraction(0)) / len(seated), -len(seated), min(seated)

    return sorted(slots, key=order)


def by_standings(event: Event, history: History, number: int, players: Sequence[int]) -> Tables:
    """Return the tables of the round, by pairing numbers, drawn by the standings. Raises ``NoLegalPairing``."""
    order, scores = _standing(event, history, number, players)
    return _drawn(event, history, number, order, scores)


def by_schedule(event: Event, history: History, number: int, players: Sequence[int]) -> Tables:
    """Return the tables of the round, by pairing numbers, as all rounds were settled beforehand.

    If that can't be kept, they are drawn against all other rounds. Raises ``NoLegalPairing``.
    """
    everyone = sorted(player.number for player in history.players)
    planned, *later = schedule(everyone, event.table_size, event.rounds)[number - 1 :]
    apart = (pair for pair in _apart(history, number) if pair.issubset(players))
    if len(players) == len(everyone) and not any(pair.issubset(table) for pair in apart for table in planned):
        return planned
    return _drawn(event, history, number, sorted(players), dict.fromkeys(players, Fraction(0)), later)


def _drawn(
    event: Event,
    history: History,
    number: int,
    order: Sequence[int],
    scores: Mapping[int, Fraction],
    later: Sequence[Tables] = (),
) -> Tables:
    """Draw tables for these players. Raises ``NoLegalPairing``."""
    sizes = _sizes(event, order)
    apart = [pair for pair in _apart(history, number) if pair.issubset(order)]
    met: list[Tables] = [[[seat.player for seat in table] for table in each] for each in finished(history, number - 1)]
    try:
        return draw_round(order, scores, [*met, *later], sizes, apart)
    except MustMeet as error:
        raise NoLegalPairing(_must_meet(history, error.args[0])) from error


def _standing(
    event: Event, history: History, number: int, players: Sequence[int]
) -> tuple[list[int], dict[int, Fraction]]:
    """Return the players sorted by score, and the scores. Players who are level are in an order drawn by lot.

    It is the same however often it is drawn.
    """
    scores = {player.number: history.points(player, number - 1) for player in history.players}
    lot = derive_bytes(bytes.fromhex(event.server), f"event/{event.pk}/{number}/tables")
    drawn = shuffled(lot, f"event/tables/{number}", sorted(players))
    return sorted(drawn, key=lambda player: -scores[player]), scores


def _must_meet(history: History, pairs: Sequence[frozenset[int]]) -> Text:
    names = {player.number: f"{player.name} ({player.number})" for player in history.players}
    named = [joined([names[player] for player in sorted(pair)], " – ") for pair in pairs]
    words = noop("We found no tables that keep all forbidden pairs apart. They can be filled if you allow: %(pairs)s.")
    return say(words, pairs=listed(named))


def _apart(history: History, number: int) -> list[frozenset[int]]:
    """Return the pairs who must not meet in that round, by their pairing numbers."""
    return [each.players for each in history.forbidden if each.first_round <= number <= each.last_round]


def _sizes(event: Event, players: Sequence[int]) -> tuple[int, ...]:
    largest = largest_table(event)
    try:
        return table_sizes(len(players), min(event.table_size, largest), largest)
    except ValueError as error:
        words = say_many(
            "%(number)s player can’t be seated at tables of 3 to %(largest)s.",
            "%(number)s players can’t be seated at tables of 3 to %(largest)s.",
            len(players),
            largest=largest,
        )
        raise NoLegalPairing(words) from error
