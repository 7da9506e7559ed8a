"""Differences between the site's accounts and allauth's: emails, guests, and what a page may reveal."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from fortify_site.profiles import mails

from . import claim_guest, peer_limits

ERRORS = {
    "duplicate_email": gettext_lazy("Your account already has this address."),
    "email_password_mismatch": gettext_lazy("Wrong address or password. Try again, or get a code by email."),
    "email_taken": gettext_lazy("That address now belongs to another account."),
    "enter_current_password": gettext_lazy("That’s not your current password."),
    "max_email_addresses": gettext_lazy("You already have %d addresses. Remove one first."),
    "incorrect_code": gettext_lazy("That’s not the code we sent. Check the latest email and type it exactly."),
    "incorrect_password": gettext_lazy("That’s not your password."),
    "rate_limited": gettext_lazy("You asked for that too often. Wait a minute, then try again."),
    "same_as_current": gettext_lazy("That’s your current address."),
    "too_many_login_attempts": gettext_lazy("Too many attempts. Wait five minutes, then try again."),
    "too_many_passwords": gettext_lazy(
        "Too many wrong passwords. Wait five minutes, or log in with an emailed code or a passkey."
    ),
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped to us
    error_messages: ClassVar[dict[str, Any]] = {**DefaultAccountAdapter.error_messages, **ERRORS}

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue every email about an account in the outbox, as all emails are."""
        mails.queue_account_mail(template_prefix, email, context)

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user.display_name = form.cleaned_data["display_name"]
        user.time_zone = form.cleaned_data["time_zone"]
        user.language = translation.get_language() or settings.LANGUAGE_CODE
        super().save_user(request, user, form, commit)
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except forms.ValidationError as error:
            raise self.validation_error("too_many_passwords") from error
        account = self._account(credentials)
        is_attacked = not ratelimit.consume(request, action="wrong_passwords_of_account", key=account, dry_run=True)
        if is_attacked and not ratelimit.consume(request, action="slow_password", key=account):
            raise self.validation_error("too_many_passwords")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        super().authentication_failed(request, **credentials)
        ratelimit.consume(request, action="wrong_passwords_of_account", key=self._account(credentials))

    @staticmethod
    def _account(credentials: dict[str, Any]) -> str:
        return str(credentials.get("email", "")).lower()

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords for an address separately for each peer, so that no one else can lock its owner out."""
        return peer_limits.beside(super()._get_login_attempts_cache_key(request, **credentials), request)

    def login(self, request: HttpRequest, user: User) -> None:
        self.settle_claim(request, user)
        super().login(request, user)

    def settle_claim(self, request: HttpRequest, user: User) -> None:
        """Let guests who signed up log in only after they have typed the emailed code.

        The address may have been confirmed elsewhere since, so that allauth saw no need to ask for one.
        """
        user.refresh_from_db()
        claim = claim_guest.pending(request, user)
        if claim is None:
            return
        if not claim_guest.is_proved(request, user):
            raise ImmediateHttpResponse(redirect("account_request_login_code"))
        if user.is_guest and not claim_guest.settle_claim(request, user, claim):
            words = _("Another player is already called “%(name)s”. Choose another name.")
            messages.warning(request, words % {"name": claim["display_name"]})

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Ask a guest to choose a name, unless they have come to add an address."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        goal = response.headers.get("Location", "/")
        if not user.is_guest or goal == reverse("account_email"):
            return response
        query = urlencode({"next": goal})
        return HttpResponseRedirect(f"{reverse('accounts:claim')}?{query}")

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the code that confirms an address.

        If the address is another player's, its owner is told instead: the page looks the same, and no one is led to
        type a code that can't work.
        """
        address = emailconfirmation.email_address
        if _is_anothers(address):
            mails.queue_account_mail("account/email/address_taken", address.email, {})
            return
        super().send_confirmation_mail(request, emailconfirmation, signup)

    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        """Check again whose the address is before confirming it.

        Since the code was sent, someone else may have confirmed it or been invited by it, and other addresses may have
        been added to this account.
        """
        try:
            with transaction.atomic():
                User.objects.select_for_update(no_key=True).get(pk=email_address.user_id)
                is_confirmed = self._may_have(email_address) and super().confirm_email(request, email_address)
        except IntegrityError:  # the other account confirmed it at the same moment
            is_confirmed = False
        if not is_confirmed:
            messages.error(request, self._why_not(email_address))
        return bool(is_confirmed)

    def _may_have(self, address: Any) -> bool:
        if _is_anothers(address):
            return False
        return bool(address.pk or EmailAddress.objects.can_add_email(address.user))

    def _why_not(self, address: Any) -> str:
        if _is_anothers(address):
            words = _("%(address)s wasn’t added: it now belongs to another account.")
        else:
            words = _("%(address)s wasn’t added: an account can have at most %(most)s addresses.")
        return words % {"address": address.email, "most": app_settings.MAX_EMAIL_ADDRESSES}

    def get_reset_password_from_key_url(self, key: str) -> str:
        uid, _, token = key.partition("-")
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": token})
        return f"{settings.SITE_URL}{path}"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:profile")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        if self.request.user.is_authenticated:
            return reverse("account_email")
        url: str = super().get_email_verification_redirect_url(email_address)
        return url

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Add an emailed code to the methods, but only for players who have nothing stronger."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if user.is_authenticated and not methods:
            url = reverse("accounts:confirm")
            methods.append({"id": "emailed_code", "description": _("Use a code sent to my address"), "url": url})
        return methods


def _is_anothers(address: Any) -> bool:
    return any(user.pk != address.user_id for user in filter_users_by_email(address.email))
