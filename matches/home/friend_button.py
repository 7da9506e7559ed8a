"""A button that marks a player as a friend."""

from __future__ import annotations

from typing import Any

from django import template

from accounts import friends
from accounts.models import User

register = template.Library()


@register.inclusion_tag("matches/_friend_button.html", takes_context=True)
def friend_button(context: dict[str, Any], player: User | None, *, with_name: bool = False) -> dict[str, Any]:
    """Draw a button for members who look at another player; nothing for everyone else.

    ``with_name``: the button is beside those of other players.
    """
    request = context["request"]
    if player is None or player.is_computer or not isinstance(request.user, User) or player == request.user:
        return {}
    return {
        "player": player,
        "with_name": with_name,
        "is_friend": friends.is_friend(request.user, player),
        "next": request.get_full_path(),
        "csrf_token": context.get("csrf_token"),
    }
