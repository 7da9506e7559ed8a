"""The expeditions of a club in numbers: how many matches its teams have won and lost, by level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count

from competition.history import Code
from engine.game import Game
from engine.games import games
from matches.results.levels import Key, LevelResults, by_level
from matches.results.tally import Tally
from tournaments.locking.kept import results_kept
from tournaments.models import Club, Event, Pairing
from tournaments.models.formats import all_formats
from tournaments.permissions.events import Reader, visible_to

Counts = dict[bool, Tally]
"""Matches won and lost by teams of one (``True``) and of several (``False``)."""
ENDED = {Code.WIN.value: Tally(won=1), Code.LOSS.value: Tally(lost=1)}


@dataclass(frozen=True)
class Expeditions:
    """The results of all a club's expeditions in one game."""

    game: Game
    total: Tally
    levels: list[LevelResults]


def expeditions_of(club: Club, reader: Reader) -> list[Expeditions]:
    """Return the results, by game, of the club's finished expeditions that the reader may see."""
    counted = [rules.slug for rules in all_formats() if rules.counts_for_clubs]
    over = visible_to(reader).filter(club=club, format__in=counted, stage=Event.Stage.FINISHED)
    events = list(over.order_by("pk").only("game_slug", "options", "changed_at"))
    counts = results_kept("expeditions", events, _counted)
    return [found for game in games() if (found := _sum(game, events, counts)).total.matches]


def _sum(game: Game, events: Iterable[Event], counts: dict[int, Counts]) -> Expeditions:
    found: defaultdict[Key, Tally] = defaultdict(Tally)
    for event in events:
        if event.game_slug == game.slug:
            for is_solo, tally in counts[event.pk].items():
                found[game.level_of(event.options), is_solo] += tally
    return Expeditions(game, sum(found.values(), Tally()), by_level(game, found))


def _counted(events: Sequence[Event]) -> dict[int, Counts]:
    found: dict[int, Counts] = {event.pk: {True: Tally(), False: Tally()} for event in events}
    if not found:
        return found
    over = Pairing.objects.filter(round__event__in=list(found), white_code__in=ENDED, is_annulled=False)
    rows = over.order_by().values_list("round__event", "size", "white_code").annotate(Count("pk"))
    for event, size, code, number in rows:
        found[event][size == 1] += ENDED[code].times(number)
    return found
