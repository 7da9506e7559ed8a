"""The computers' accounts: one for each strength, made when first needed. They have no login."""

from __future__ import annotations

from typing import Any, Final

from django.db import IntegrityError, transaction

from .models import NOWHERE, PARTS_OF_PAGE, TurnMail, User
from .names.computer_names import NAMES, stored_name

_SILENT: Final[dict[str, Any]] = {
    "turn_mail": TurnMail.NONE,
    "club_news": False,
    "invitations": False,
    "hides_presence": True,
    **{f"shows_{part}": False for part in PARTS_OF_PAGE},
}


def computer_player(strength: str) -> User:
    """Return the account of the computer of that strength, a key of ``NAMES``. Make it if it is missing."""
    found = User.objects.filter(computer=strength).first()
    if found is not None:
        return found
    if strength not in NAMES:
        raise ValueError(f"There is no computer of strength {strength!r}.")
    try:
        with transaction.atomic():
            return User.objects.create_user(
                f"{strength}@computers{NOWHERE}", stored_name(strength), None, computer=strength, **_SILENT
            )
    except IntegrityError:  # another process has just made it
        return User.objects.get(computer=strength)
