"""Consequences of confirming a mailbox, choosing another one, or removing one."""

from __future__ import annotations

from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.models import User
from mail.bounces import dead_addresses
from matches.mails import resend

from . import claim_guest


@receiver(email_confirmed)
def note_proved_address(request: HttpRequest, email_address: Any, **_: Any) -> None:
    """Remember for this session that an address was confirmed.

    A password chosen before that may be a stranger's, who signed up with this address. It is dropped if the owner comes
    by a login code, so that no one else can log in with it.
    """
    user = email_address.user
    dead_addresses.shown_good(email_address.email)
    claim_guest.note_proof(request, user)
    first_time = user.last_login is None and user.has_usable_password()
    if first_time and claim_guest.has_typed_login_code(request, user):
        user.set_unusable_password()
        user.save(update_fields=["password"])
        messages.info(
            request,
            gettext(
                "We dropped the password chosen at sign-up, because the address hadn’t been confirmed then. "
                "You can set a new one in your account."
            ),
        )


@receiver(user_logged_in)
def note_reached_address(request: HttpRequest, user: User, **_: Any) -> None:
    """Note after a login by an emailed code that emails to that address arrive."""
    records = get_authentication_records(request, user)
    for address in {record["email"] for record in records if record["method"] == "code" and record.get("email")}:
        dead_addresses.shown_good(address)


@receiver(email_changed)
def mail_to_the_other_address(user: User, **_: Any) -> None:
    """Send to the new address what couldn't be sent to the one before."""
    user.refresh_from_db(fields=["email"])
    resend.send_what_waited(user)


@receiver(post_delete, sender=EmailAddress)
def forget_given_up_address(instance: Any, **_: Any) -> None:
    dead_addresses.forget_address(instance.email)
