"""Play now: a player is paired with others who wait and want the same, or takes an open challenge that fits, or waits.

Every act that changes who waits for a game holds that game's lobby, one act after the other, so that nobody is paired
twice and no two players whose wishes agree wait beside each other. It also holds the rows of those it pairs: a player
who deletes their account at that moment has a match to resign, or isn't paired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_
from typing import TypeVar

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from engine import chance
from engine.games import game
from i18n.text import say
from matches.clocks.pauses import friendly_pool
from matches.gate import turns
from matches.input.daily_limit import count_against_daily_limit, daily_limit_reached
from matches.live.change_tokens import announce_lobby
from matches.models import Match, Offer, Place, Seek, new_seed
from matches.offers import causes, shown
from matches.offers.answers import accept_place as accept_offer
from matches.offers.locking import unless_locked_out
from matches.offers.rating_range import rating_of, wants, why_out_of_range
from matches.offers.refused import OfferRefused
from matches.record import fairness
from matches.time_control.presets import PRESETS
from matches.time_control.time_control import TimeControl
from timekeeping import clock

R = TypeVar("R")

WAITS = timedelta(days=2)
MOST_A_DAY = 50  # wishes of a player
NEWS_FOR = timedelta(hours=1)
SAME_WISH = timedelta(seconds=10)  # a button pressed twice
DECLINED_FOR = timedelta(days=30)
MOST_LOOKED_AT = 50  # of those who wait, by a wish for more than two seats


def play_now(
    player: User,
    game_slug: str,
    paces: Sequence[str],
    *,
    within: int | None = None,
    seats: int = 2,
    contribution: str = "",
) -> Seek:
    """Pair the player with others who wait and agree, accept an open challenge that fits, or let the player wait.

    Return the player's seek, with its match if there is one. ``paces`` are keys of ``PRESETS``; others must be rated
    ``within`` that many points of the player, if it is given. A wish for a game replaces the one before.
    ``contribution`` is what the player gives to the seed. Raises ``OfferRefused``.
    """
    rating = rating_of(player, game_slug)
    seek = Seek(
        player=player,
        game_slug=_clean_game(game_slug, seats),
        seats=seats,
        paces=Seek.join_paces(_clean_paces(paces)),
        rating=rating,
        least=None if within is None else rating - within,
        most=None if within is None else rating + within,
        contribution=chance.contribution(contribution),
    )
    _refuse_too_many(player)
    return _in_turn(game_slug, partial(_play_now, seek))


def accept_seek(seek: Seek, player: User, contribution: str = "") -> Seek:
    """Play with someone who waits, and return the player's own seek, with the match. Raises ``OfferRefused``.

    If more seats are wanted than there are players yet, the seek waits beside theirs. ``contribution`` as in
    ``play_now``.
    """
    own = Seek(player=player, game_slug=seek.game_slug, seats=seek.seats, paces=seek.paces)
    own.rating, own.contribution = rating_of(player, seek.game_slug), chance.contribution(contribution)
    _refuse_too_many(player)
    return _in_turn(seek.game_slug, partial(_accept, seek.pk, own))


def stop_waiting(seek: Seek, player: User) -> None:
    """Stop waiting. Raises ``OfferRefused`` if the player has just been paired."""
    waits = Seek.objects.filter(pk=seek.pk, player=player, match=None)
    if waits.delete()[0]:
        announce_lobby()
    elif Seek.objects.filter(pk=seek.pk, player=player).exists():
        raise OfferRefused(say("You’ve just been paired, and the match has begun."), "closed")


def expire_due(now: datetime) -> int:
    """Delete the seeks of players who have waited too long, and return how many."""
    return Seek.objects.filter(expires_at__lte=now).delete()[0]


def waiting(now: datetime) -> QuerySet[Seek]:
    """Return the seeks that wait, the longest waiting first."""
    seeks = Seek.objects.filter(match=None, expires_at__gt=now, player__is_active=True)
    return seeks.select_related("player").order_by("made_at", "pk")


def just_paired(player: User, now: datetime) -> list[Seek]:
    """Return the player's seeks that have led to a running match within the last hour."""
    seeks = Seek.objects.filter(player=player, paired_at__gt=now - NEWS_FOR, match__finished_at=None)
    return list(seeks.select_related("match").order_by("-paired_at"))


def not_declined_by(player: User, now: datetime) -> Q:
    """Return the condition that a seek's player hasn't recently declined a challenge of this player's."""
    declined = _declined(now).filter(
        offer__host=player,
        player=OuterRef("player"),
        address="",  # the reader of an address stays unknown to the host
    )
    return ~Q(Exists(declined))


def admits(rating: int) -> Q:
    """Return the condition that a seek or an offer is for players of this rating, as ``wants`` tells for one."""
    return (Q(least=None) | Q(least__lte=rating)) & (Q(most=None) | Q(most__gte=rating))


# -- under the lobby's lock --------------------------------------------------------------------------------------------


def _in_turn(game_slug: str, act: Callable[[datetime], R]) -> R:
    """Run ``act`` in a transaction that holds the game's lobby, and give it the time. Raises ``OfferRefused``."""

    def run() -> R:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"lobby {game_slug}"])
        now = clock.now()
        # SQLite's one writer is whoever writes first.
        Seek.objects.filter(game_slug=game_slug, expires_at__lte=now).delete()
        done = act(now)
        announce_lobby()
        return done

    return unless_locked_out(run)


def _play_now(seek: Seek, now: datetime) -> Seek:
    recent = Seek.objects.filter(player=seek.player, game_slug=seek.game_slug, paired_at__gt=now - SAME_WISH)
    if (paired := recent.order_by("-paired_at").first()) is not None:
        return paired
    return _pair_or_wait(seek, now, _candidates(seek, now))


def _accept(wanted_id: int, own: Seek, now: datetime) -> Seek:
    wanted = _locked(Seek.objects.filter(pk=wanted_id)).first()
    if wanted is not None and wanted.match:
        paired = Seek.objects.filter(match=wanted.match, player=own.player).select_related("match").first()
        if paired is not None:
            return paired
    if wanted is None or wanted.match:
        raise OfferRefused(
            say("This player is no longer waiting: someone else was faster, or they withdrew."), "closed"
        )
    if wanted.player_id == own.player_id:
        raise OfferRefused(say("This is your own entry: someone else must accept it."), "own")
    if not wants(wanted, own.rating):
        raise OfferRefused(why_out_of_range(wanted, own.rating), "not_yours")
    if not waiting(now).filter(not_declined_by(own.player, now), pk=wanted.pk).exists():
        raise OfferRefused(say("This player isn’t looking for an opponent like you."), "not_yours")
    others = [] if own.seats == 2 else [each for each in _candidates(own, now) if each != wanted]
    return _pair_or_wait(own, now, [wanted, *others])


def _pair_or_wait(seek: Seek, now: datetime, others: Iterable[Seek]) -> Seek:
    """Pair the seek's player, or let it wait in place of the player's earlier seek for the game."""
    before = _locked(Seek.objects.filter(player=seek.player, game_slug=seek.game_slug, match=None)).first()
    seek.pk = before.pk if before else None
    seek.made_at, seek.expires_at = now, now + WAITS
    party = _complete(seek, others)
    if party:
        _start(party, now)
    elif seek.seats == 2 and (match := _accept_challenge(seek, now)) is not None:
        seek.match, seek.paired_at = match, now
    seek.save()
    return seek


def _accept_challenge(seek: Seek, now: datetime) -> Match | None:
    """Accept the first open challenge that fits the seek, and return its match; ``None`` if there is none.

    It must be the usual game with random seats, as the lobby promises.
    """
    usual = game(seek.game_slug).clean_options({})
    for offer in _open_challenges(seek, now):
        if offer.options != usual or not wants(offer, seek.rating):
            continue
        if seek.least is not None and not wants(seek, rating_of(offer.host, seek.game_slug)):
            continue
        with suppress(OfferRefused):  # someone has just accepted it
            return accept_offer(offer, seek.player, seek.contribution)
    return None


def _open_challenges(seek: Seek, now: datetime) -> QuerySet[Offer]:
    """Return the open challenges at a pace and on the terms of the seek, the oldest first.

    Challenges are left out if either player has declined the other's.
    """
    paces = reduce(or_, (Q(**TimeControl(*PRESETS[key]).columns()) for key in seek.pace_keys))
    by_either = _declined(now).filter(
        Q(offer__host=seek.player, player=OuterRef("host"), address="")
        | Q(offer__host=OuterRef("host"), player=seek.player)
    )
    found = shown.open_challenges(seek.player).filter(
        paces, game_slug=seek.game_slug, first=Offer.First.LOT, vacation_pool=friendly_pool(), baton=False
    )
    return found.exclude(Exists(by_either)).order_by("made_at", "pk")[:MOST_LOOKED_AT]


def _declined(now: datetime) -> QuerySet[Place]:
    """Return the places that were declined recently."""
    return Place.objects.filter(answer=Place.Answer.DECLINED, answered_at__gt=now - DECLINED_FOR)


def _candidates(seek: Seek, now: datetime) -> QuerySet[Seek]:
    """Return the waiting seeks that agree with this one, the longest waiting first.

    They are left out if either player has declined the other's challenge.
    """
    paces = reduce(or_, (Q(paces__contains=f"|{key}|") for key in seek.pace_keys))
    rated = Q() if seek.least is None else Q(rating__range=(seek.least, seek.most))
    declined = _declined(now).filter(offer__host=OuterRef("player"), player=seek.player)
    agreeing = waiting(now).filter(
        paces, rated, admits(seek.rating), not_declined_by(seek.player, now), game_slug=seek.game_slug, seats=seek.seats
    )
    found = agreeing.exclude(Exists(declined)).exclude(player=seek.player)
    return _locked(found)[: 1 if seek.seats == 2 else MOST_LOOKED_AT]


def _complete(seek: Seek, others: Iterable[Seek]) -> list[Seek]:
    """Return the seek and the first of the others who all agree with one another, as many as there are seats.

    Empty if too few agree.
    """
    party = [seek]
    for other in others:
        if _common_paces([*party, other]) and all(_agree(other, each) for each in party[1:]):
            party.append(other)
        if len(party) == seek.seats:
            return party
    return []


def _agree(one: Seek, other: Seek) -> bool:
    return wants(one, other.rating) and wants(other, one.rating)


def _common_paces(party: Sequence[Seek]) -> list[str]:
    return [key for key in PRESETS if all(key in each.pace_keys for each in party)]


def _start(party: Sequence[Seek], now: datetime) -> None:
    """Start the usual match at the quickest pace that all want, and email those who have waited.

    The server's bytes are those of the player who has waited longest, since everyone could see their digest.
    """
    slug, waited = party[0].game_slug, party[1:] or party
    came = [(each.player, each.contribution) for each in (*party[1:], party[0])]
    mixed = fairness.mix(waited[0].server or new_seed(), f"lobby/{waited[0].pk or 0}", came)
    pace = PRESETS[_common_paces(party)[0]]
    match = turns.start_match(
        slug,
        game(slug).options_by_days(),
        mixed.players,
        TimeControl(*pace),
        vacation_pool=friendly_pool(),
        seed=mixed.seed,
        origin=mixed.origin,
    )
    for each in party:
        each.match, each.paired_at = match, now
    Seek.objects.bulk_update(party[1:], ["match", "paired_at"])
    causes.match_begun(match, [each.player for each in party[1:]])


def _locked(seeks: QuerySet[Seek]) -> QuerySet[Seek]:
    return seeks.select_for_update(no_key=True, of=("self",)).select_related("player")


# -- what a wish must be -----------------------------------------------------------------------------------------------


def _clean_game(game_slug: str, seats: int) -> str:
    try:
        rules = game(game_slug)
    except LookupError:
        raise OfferRefused(say("We don’t offer this game."), "invalid", "game") from None
    if seats not in rules.seats:
        raise OfferRefused(say("This game isn’t for that many players."), "invalid", "seats")
    return game_slug


def _clean_paces(paces: Sequence[str]) -> list[str]:
    known = [key for key in PRESETS if key in paces]
    if not known:
        raise OfferRefused(say("Choose at least one time control."), "invalid", "paces")
    return known


def _refuse_too_many(player: User) -> None:
    """Count one more wish, refused or not. Raises ``OfferRefused`` if that is too many."""
    now = clock.now()
    if daily_limit_reached("play-now", player, now, MOST_A_DAY):
        raise OfferRefused(
            say("You’ve used the lobby %(number)s times today. Try again tomorrow.", number=MOST_A_DAY), "limit"
        )
    count_against_daily_limit("play-now", player, now)
