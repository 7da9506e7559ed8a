"""What follows from a mailbox being proved."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import email_confirmed
from django.contrib import messages
from django.dispatch import receiver
from django.http import HttpRequest

from . import claims


@receiver(email_confirmed)
def note_proved_address(request: HttpRequest, email_address: Any, **_: Any) -> None:
    """Remember it for this session.

    A password that was chosen before the address was proved may be a stranger's, who signed up with this address: it
    is dropped when the owner comes by a login code, so that nobody else can come by that password.
    """
    user = email_address.user
    claims.note_proof(request, user)
    first_time = user.last_login is None and user.has_usable_password()
    if first_time and claims.has_typed_login_code(request, user):
        user.set_unusable_password()
        user.save(update_fields=["password"])
        messages.info(
            request,
            "The password chosen at sign-up was dropped, because the address had not been confirmed then. "
            "You can set a new one under your account.",
        )
