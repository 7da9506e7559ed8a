"""Playing a week's forest: once at each level."""

from __future__ import annotations

from accounts.models import User
from engine.game import Game
from i18n.dates import kept_day
from i18n.text import say
from matches.gate import turns
from matches.models import Match
from matches.offers.locking import unless_locked_out
from matches.offers.refused import OfferRefused
from matches.time_control.time_control import NOTHING, TimeControl
from timekeeping import clock
from tournaments.models import WeeklyAttempt, WeeklyForest

from .weeks import NOTHING_GIVEN, seed_of


def play(forest: WeeklyForest, rules: Game, level: str, player: User) -> Match:
    """Return the player's match at that level of the game, begun now or before.

    Raises ``OfferRefused`` if the week is over, or hasn't begun.
    """
    return unless_locked_out(lambda: _play(forest.pk, rules, level, player))


def _play(pk: int, rules: Game, level: str, player: User) -> Match:
    """Return the player's match at that level, begun now or before. Raises ``OfferRefused``.

    The player is locked, so that they begin once, and the forest, so that it isn't closed meanwhile.
    """
    User.objects.select_for_update(no_key=True).get(pk=player.pk)
    own = WeeklyAttempt.objects.filter(forest=pk, game_slug=rules.slug, level=level, player=player)
    if (begun := own.filter(counts=True).select_related("match").first()) is not None:
        return begun.match
    forest = WeeklyForest.objects.select_for_update(no_key=True).get(pk=pk)
    now = clock.now()
    if now < forest.begins_at:
        raise OfferRefused(say("This forest hasn’t begun yet."), "closed")
    left = forest.ends_at - now
    if left <= NOTHING:
        raise OfferRefused(say("This week is over. Play the new forest."), "closed")
    match = turns.start_match(
        rules.slug,
        rules.options_at(level),
        [player],
        TimeControl(left, NOTHING, left),
        seed=seed_of(forest, rules, level),
        origin=_origin(forest, rules, level),
        draws=False,
        occasion=say("Weekly forest of %(day)s", day=kept_day(forest.begins_on)),
        occasion_path=f"{forest.get_absolute_url()}?game={rules.slug}&level={level}",
        is_sealed=True,
    )
    WeeklyAttempt.objects.create(forest=forest, game_slug=rules.slug, level=level, player=player, match=match)
    return match


def _origin(forest: WeeklyForest, rules: Game, level: str) -> dict[str, object]:
    """Return what the seed is made of, in the form that ``matches.record.fairness.mix`` takes to check the record."""
    return {
        "server": forest.server,
        "label": forest.seed_label(rules.slug, level),
        "came": [0],
        "given": list(NOTHING_GIVEN),
        "drawn": [False],
        "lot": False,
    }


def keep_weekly_matches(sender: object, guest: User, player: User, **_: object) -> None:
    """Give a guest's attempts to the player who has just logged in, in the transaction that gives them the matches.

    If both have played a level, the match that began first counts, since the second may have been played knowing the
    forest.
    """
    for attempt in guest.weekly_attempts.select_related("match").order_by("pk"):
        level = {"forest": attempt.forest_id, "game_slug": attempt.game_slug, "level": attempt.level}
        own = player.weekly_attempts.filter(counts=True, **level).select_related("match").first()
        attempt.player = player
        if own is not None and attempt.counts:
            later = max(attempt, own, key=lambda each: (each.match.started_at, each.match_id))
            later.counts = False
            later.save(update_fields=["player", "counts"])
        attempt.save(update_fields=["player", "counts"])
