"""Actions that people take with their accounts, in the words of the tests."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User

from .account_mails import last_code
from .factories import PASSWORD


def sign_up(client: Client, email: str, name: str, password: str = PASSWORD, **more: str) -> Any:
    fields = {"email": email, "display_name": name, "password1": password, "time_zone": "Europe/Berlin"}
    return client.post(reverse("account_signup"), fields | more, follow=True)


def type_address_code(client: Client, code: str) -> Any:
    return client.post(reverse("account_email_verification_sent"), {"code": code}, follow=True)


def log_in(client: Client, email: str, password: str = PASSWORD) -> Any:
    return client.post(reverse("account_login"), {"login": email, "password": password}, follow=True)


def ask_for_login_code(client: Client, email: str) -> Any:
    return client.post(reverse("account_request_login_code"), {"email": email}, follow=True)


def log_in_by_code(client: Client, email: str) -> Any:
    ask_for_login_code(client, email)
    return client.post(reverse("account_confirm_login_code"), {"code": last_code(email)}, follow=True)


def confirm_by_password(client: Client, password: str = PASSWORD) -> Any:
    return client.post(reverse("account_reauthenticate"), {"password": password})


def who(client: Client) -> User | None:
    """Return the user that the site takes this browser for."""
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key) if key else None


def words(response: Any) -> str:
    """Return the page that a response carries."""
    return str(response.content.decode())
