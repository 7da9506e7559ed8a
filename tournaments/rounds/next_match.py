"""Where a player of an event goes on when a match is over."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from matches.models import Match
from tournaments.models import Pairing


def next_match(match: Match, player: User) -> int | None:
    """The id of the player's match in the round after the match's, once it has begun; of a further match in a cup
    that one comes first."""
    played = Q(match=match) | Q(drawn__match=match)
    known = Pairing.objects.filter(played).values_list("round__event", "round__number", "match").first()
    if known is None:
        return None
    event, number, last = known
    if last != match.pk:
        return last
    own = Q(white__player=player) | Q(black__player=player)
    later = Pairing.objects.filter(own, round__event=event, round__number=number + 1, match__isnull=False)
    return later.values_list("match", flat=True).first()
