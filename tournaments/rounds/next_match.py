"""The next match of a player in the same event."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from matches.models import Match
from tournaments.models import Pairing, played_by


def next_match(match: Match, player: User) -> int | None:
    """Return the id of the player's match in the next round, once it has begun; further matches of a cup come first."""
    played = Q(match=match) | Q(drawn__match=match)
    known = Pairing.objects.filter(played).values_list("round__event", "round__number", "match").first()
    if known is None:
        return None
    event, number, last = known
    if last != match.pk:
        return last
    own = Pairing.objects.filter(played_by(player, "__player"), round__event=event)
    later = own.filter(round__number=number + 1, match__isnull=False)
    return later.values_list("match", flat=True).first()
