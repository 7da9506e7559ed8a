"""A player's friends: one-sided and private. The friend isn't told, and only the player sees the mark."""

from __future__ import annotations

from django.db.models import QuerySet

from .models import Friend, User

MOST = 500


class TooManyFriends(Exception):
    """Raised when the player has as many friends as the site stores."""


def add_friend(owner: User, player: User) -> None:
    """Mark a player as a friend, unless that is done already. Raises ``TooManyFriends``."""
    if owner.pk == player.pk or is_friend(owner, player):
        return
    if Friend.objects.filter(owner=owner).count() >= MOST:
        raise TooManyFriends
    Friend.objects.get_or_create(owner=owner, player=player)


def remove_friend(owner: User, player_id: int) -> None:
    Friend.objects.filter(owner=owner, player=player_id).delete()


def is_friend(owner: User, player: User) -> bool:
    return Friend.objects.filter(owner=owner, player=player).exists()


def friend_ids(owner: User) -> QuerySet[Friend, int]:
    """Return the ids of the player's friends, as a subquery."""
    return Friend.objects.filter(owner=owner).values_list("player", flat=True)


def friends_of(owner: User) -> QuerySet[Friend]:
    """Return the player's friends by name, without those whose accounts are closed."""
    return owner.friends.filter(player__is_active=True).select_related("player").order_by("player__display_name")
