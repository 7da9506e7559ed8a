"""Permissions of the links in emails, and when they expire.

The link to a turn plays that turn alone: once it is played, or another is asked for, it shows the match and plays
nothing more. An offer's link works until the offer is answered, one to resign until someone else has played. An old
link may have been passed on and must lead to no later turn, so anything else that a guest may do takes the newest link.
"""

from __future__ import annotations

from matches.mails import tokens
from matches.match_view.view import MatchView
from matches.models import Link, Seat
from matches.offers.answers import waits_for


def find_link(token: str, *purposes: Link.Purpose) -> Link | None:
    """Return the link of a page's token, stale or not.

    Return ``None`` for garbage, for a link to another page, and for one whose owner has left the match.
    """
    link = tokens.find(token)
    if link is None or link.purpose not in purposes or not link.user.is_active or not tokens.is_held(link):
        return None
    return link


def is_live(link: Link, match_view: MatchView) -> bool:
    """Return whether the turn that the link is for still waits to be played."""
    return match_view.is_asked and match_view.own_seat.asked_turn == link.number


def is_pending(link: Link) -> bool:
    """Return whether the offer that the link is for still waits for its reader's answer."""
    return link.offer is not None and waits_for(link.offer, link.user)


def may_resign(link: Link, match_view: MatchView) -> bool:
    if link.purpose == Link.Purpose.TURN:
        return is_live(link, match_view)
    return not tokens.others_have_played_since(link)


def is_own_and_latest(link: Link, match_view: MatchView) -> bool:
    """Return whether the link is a guest's, and not an old one that others may know.

    Members log in for anything besides their turn.
    """
    return link.user.is_guest and is_latest(link, match_view.own_seat)


def is_latest(link: Link, seat: Seat) -> bool:
    """Return whether the link is for the turn that its seat is asked for now, or else for the one it played last.

    Such a link can't have been passed to someone else long ago.
    """
    return link.number == (tokens.last_played(seat) if seat.asked_turn is None else seat.asked_turn)
