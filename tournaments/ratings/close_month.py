"""Rating the months of a game when they are over.

Only players who played in a month are stored for it; for the others only the deviation grows, which is worked out when
it is shown. A month is rated once. When the next one is over, the results of all are looked at again: from the first
month whose results have changed since (an organiser corrected one, or it was found out late) all are rated again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from competition.ratings.months import Month
from competition.ratings.periods import Closed, periods
from engine.games import games
from tournaments.models import Event, RatedMonth, Rating

from .rated_games import Player, RatedGame, counted, games_digest, games_until
from .seed_rating import known_at


def close_months(now: datetime | None = None) -> int:
    """Rate finished months that haven't been rated, for every game played against others; return how many.

    Idempotent, and safe to call from two processes at once.
    """
    running = Month.of(now or timezone.now())
    together = [game.slug for game in games() if game.together]  # no one is stronger than anyone else in these
    events = Event.objects.filter(rated=True).exclude(game_slug__in=together)
    slugs = events.order_by().values_list("game_slug", flat=True).distinct()
    return sum(_close(slug, running) for slug in sorted(slugs))


def _close(game_slug: str, running: Month) -> int:
    if RatedMonth.objects.filter(game_slug=game_slug, month=running.previous.first_day).exists():
        return 0
    try:
        with transaction.atomic():
            _wait_for_others(game_slug)
            games = games_until(game_slug, running)
            first = _first_to_rate(game_slug, games)
            return 0 if first is None else _rate(game_slug, first, running, games)
    except IntegrityError:  # another process has just rated the same months
        return 0


def _wait_for_others(game_slug: str) -> None:
    """Wait until no other process rates the game: two that delete and write the same ratings would block each other."""
    Event.objects.select_for_update(no_key=True).filter(rated=True, game_slug=game_slug).order_by("pk").first()


def _first_to_rate(game_slug: str, games: Mapping[Month, list[RatedGame]]) -> Month | None:
    """Return the first month that wasn't rated, or was rated by other results; ``None`` before the first game."""
    rated = {Month.on(row.month): row.digest for row in RatedMonth.objects.filter(game_slug=game_slug)}
    changed = [month for month in {*rated, *games} if rated.get(month) != games_digest(games.get(month, ()))]
    return min([*changed, max(rated).following] if rated else changed, default=None)


def _rate(game_slug: str, first: Month, running: Month, games: Mapping[Month, list[RatedGame]]) -> int:
    for model in (RatedMonth, Rating):
        model._default_manager.filter(game_slug=game_slug, month__gte=first.first_day).delete()
    before = first.previous
    known = known_at(game_slug, before)
    ended = [game for month in games if month >= first for _, game in games[month]]
    since = Closed(before, {player: each.strength for player, each in known.items()})
    totals = {player: each.total for player, each in known.items()}
    count = 0
    for closed in periods(ended, running.begins_at, since):
        month_games = games.get(closed.month, [])
        RatedMonth.objects.create(
            game_slug=game_slug,
            month=closed.month.first_day,
            games=len({pk for pk, _ in month_games}),
            digest=games_digest(month_games),
        )
        played = counted(game for _, (_, game) in month_games)
        totals |= {player: totals.get(player, 0) + number for player, number in played.items()}
        Rating.objects.bulk_create(_rows(game_slug, closed, played, totals), batch_size=500)
        count += 1
    return count


def _rows(
    game_slug: str, closed: Closed[Player], played: Mapping[Player, int], totals: Mapping[Player, int]
) -> Iterator[Rating]:
    for player, number in played.items():
        if player > 0:
            value, deviation, volatility = closed.ratings[player]
            yield Rating(
                player_id=player,
                game_slug=game_slug,
                month=closed.month.first_day,
                rating=value,
                deviation=deviation,
                volatility=volatility,
                games=number,
                total=totals[player],
            )
