"""The rounds of a round robin, drawn up when it begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from competition.history import History, Pair
from competition.pairing import berger
from competition.pairing.dutch import Breach
from i18n.text import noop, say
from timekeeping import clock
from tournaments.models import Entry, Event, Round
from tournaments.rounds.dates import date_of
from tournaments.rounds.drafts import store
from tournaments.rounds.drafts.draft import Slots
from tournaments.standings.history import history_of


def round_robin_rounds(entries: Sequence[Entry], cycles: int) -> tuple[berger.BergerRound, ...]:
    """Return the Berger table for numbered entries."""
    return berger.schedule([entry.number or 0 for entry in entries], cycles)


def draw_up(event: Event, entries: Sequence[Entry], after: int = 0) -> None:
    """Store every round (after the given one) as a draft, in the transaction in which the event begins."""
    now = clock.now()
    ids = {entry.number or 0: entry.pk for entry in entries}
    for number, pairs in list(enumerate(round_robin_rounds(entries, event.cycles), 1))[after:]:
        slots = store.draft_of(pairs, History((), event.rounds), number, ids)
        round = Round.objects.create(
            event=event,
            number=number,
            work=Round.Work.DONE,
            progress=100,
            starts_at=date_of(event, number),
            asked_at=now,
            paired_at=now,
            proposed=[[slot.white, slot.black] for slot in slots],
        )
        store.store(round, slots)


def draft_of(event: Event, number: int, ids: Mapping[int, int]) -> Slots:
    """Return the draft of that round by the Berger table; ``ids`` are the entries by pairing number."""
    numbered = event.entries.filter(number__isnull=False).order_by("number")
    pairs = round_robin_rounds(list(numbered), event.cycles)[number - 1]
    return store.draft_of(pairs, History((), event.rounds), number, ids)


def broken(event: Event, number: int, slots: Slots) -> tuple[Breach, ...]:
    """Return a breach for each pair of the draft that meets more often than it should."""
    history = history_of(event, number - 1, coming=number)
    return tuple(repeated(history, store.pairs_of(slots, store.numbers_of(event)), event.cycles))


def repeated(history: History, pairs: Sequence[Pair], cycles: int) -> Iterator[Breach]:
    """Yield the pairs of a round robin that meet more often than they should."""
    met = Counter(
        frozenset((player.number, result.opponent))
        for player in history.players
        for result in player.results
        if result.opponent > player.number
    )
    for pair in pairs:
        if not pair.is_bye and met[frozenset(pair)] >= cycles:
            once = noop("Players %(white)s and %(black)s have met once already.")
            twice = noop("Players %(white)s and %(black)s have met twice already.")
            text = say(once if cycles == 1 else twice, white=pair.white, black=pair.black)
            yield Breach("C.05", tuple(pair), text)
