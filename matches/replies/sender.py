"""Whose word an email is."""

from __future__ import annotations

from allauth.account.models import EmailAddress

from accounts.models import User
from mail.parse.message import ParsedMessage


def is_from(user: User, letter: ParsedMessage) -> bool:
    """Whether the letter's one sender is an address of the user's, and our own mail server has not found that somebody
    else sent it."""
    return letter.dmarc != "fail" and _is_theirs(user, letter.sender)


def _is_theirs(user: User, address: str) -> bool:
    """The address that we write to is theirs, though nobody confirms a guest's: who reads it has the links, too."""
    if not address:
        return False
    if address == user.email.lower():
        return True
    return bool(EmailAddress.objects.filter(user=user, email__iexact=address, verified=True).exists())
