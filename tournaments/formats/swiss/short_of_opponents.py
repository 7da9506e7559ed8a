"""Players of a Swiss who may run out of opponents, because of forbidden pairs."""

from __future__ import annotations

from collections import Counter

from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds.drafts.forbidden_pairs import Short, players_of
from tournaments.rounds.next_round import coming_round


def short_of_opponents(event: Event) -> list[Short]:
    """Return players who can't have a new opponent in each round to come because of pairs forbidden for good."""
    coming = coming_round(event)
    left = event.rounds - coming + 1
    for_good = event.forbidden_pairs.filter(first_round__lte=coming, last_round__gte=event.rounds)
    apart = {_pair(*pair) for pair in for_good.values_list("first", "second")}
    if left < 1 or not apart:
        return []
    entries = {entry.pk: entry for entry in players_of(event).filter(status=Entry.Status.ENTERED)}
    met = Pairing.objects.filter(round__event=event, black__isnull=False).exclude(round__stage=Round.Stage.DRAFT)
    had = Counter(
        player
        for pair in apart | {_pair(*pair) for pair in met.values_list("white", "black")}
        if entries.keys() >= set(pair)
        for player in pair
    )
    kept_apart = {player for pair in apart for player in pair} & entries.keys()
    others = {player: len(entries) - 1 - had[player] for player in kept_apart}
    spare = len(entries) % 2  # a bye
    short = [Short(entries[player], count, left) for player, count in others.items() if count + spare < left]
    return sorted(short, key=lambda each: (each.others, each.entry.number or 0, each.entry.pk))


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)
