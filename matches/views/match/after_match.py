"""What comes after the end of a match: the rematch, the next round, looking at it again and showing it to others."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from engine.editions import RULES
from matches import hooks, permissions
from matches.forms.game_options import option_name
from matches.match_view.view import MatchView
from matches.models import Offer
from matches.offers import rematch
from matches.offers.terms import computers_play
from matches.views.requests import address_with


@dataclass(frozen=True)
class AfterMatch:
    """``may_ask``: the reader may ask for a rematch. ``offer`` is that of one that waits or has led to one,
    and ``is_own`` whether it is the reader's. ``again_url`` is where the player of a team finds the form for another
    match of the same; ``compare_url``, where how others did has its page, of a match in which they play the same.
    ``can_look``: the replay offers to look for better turns. Addresses are "" where there is nothing
    to go to."""

    may_ask: bool
    offer: Offer | None
    is_own: bool
    again_url: str
    compare_url: str
    replay_url: str
    can_look: bool
    next_round_url: str
    share_url: str


def after_match(match_view: MatchView, token: str = "") -> AfterMatch | None:
    """``None`` while the match runs. ``token`` is that of the link by which the reader came."""
    match = match_view.match
    if not match.is_over:
        return None
    may_ask = match_view.seat is not None and rematch.is_possible(match, match_view.seats)
    offer = rematch.latest(match) if may_ask else None
    return AfterMatch(
        may_ask=may_ask,
        offer=offer,
        is_own=offer is not None and offer.host_id == match_view.own_seat.player_id,
        again_url="" if token else _again_url(match_view),
        compare_url="" if token or not match_view.game.together else match_view.occasion_url,
        replay_url=_replay_url(match_view, token),
        can_look=computers_play(match_view.game) and not match.is_sealed and not token,
        next_round_url="" if token else _next_round_url(match_view),
        share_url=_share_url(match_view),
    )


def _again_url(match_view: MatchView) -> str:
    """With what the team chose for this match filled in."""
    if match_view.seat is None or not match_view.game.together or match_view.match.occasion:
        return ""
    options = {option_name(key): value for key, value in match_view.match.options.items() if key != RULES}
    if len(match_view.seats) == 1:
        return address_with(reverse("matches:play_alone", args=[match_view.game.slug]), options)
    invited = "\n".join(seat.name for seat in match_view.seats if seat != match_view.seat and seat.player is not None)
    team = {"game": match_view.game.slug, "seats": str(len(match_view.seats)), "invited": invited}
    team |= {"baton": "on"} if match_view.match.baton else {}
    return address_with(reverse("matches:table_new"), {**team, **options})


def _replay_url(match_view: MatchView, token: str) -> str:
    if not match_view.match.log_length:
        return ""
    return (
        reverse("matches:link_turn", args=[token, 0])
        if token
        else reverse("matches:turn", args=[match_view.match.pk, 0])
    )


def _next_round_url(match_view: MatchView) -> str:
    """Of the reader's match in the round after, once it has begun."""
    if not match_view.match.occasion or match_view.seat is None or match_view.seat.player is None:
        return ""
    following = hooks.next_match.first(match_view.match, match_view.seat.player)
    return "" if following is None else reverse("matches:match", args=[following])


def _share_url(match_view: MatchView) -> str:
    """For everyone: only where visitors may see the match."""
    if not permissions.may_see(AnonymousUser(), match_view.match):
        return ""
    return settings.SITE_URL + match_view.match.get_absolute_url()
