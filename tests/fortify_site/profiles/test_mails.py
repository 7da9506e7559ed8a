"""The emails about an account: text, the same as HTML, queued like every other email."""

from __future__ import annotations

from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from fortify_site.profiles.mails import letter_for
from mail.models import OutboxMail
from mail.parse.html_to_text import as_text
from tests.support.account_actions import ask_for_login_code
from tests.support.account_mails import code_in, last_mail, link_in

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SUBJECTS = sorted(
    path for folder in ("account", "mfa") for path in (TEMPLATES / folder / "email").glob("*_subject.txt")
)
PREFIXES = [str(path.relative_to(TEMPLATES)).removesuffix("_subject.txt") for path in SUBJECTS]
CONTEXT = {
    "site_name": "The <Club>",
    "site_url": "https://club.example",
    "email": "ada@players.example",
    "code": "BCDF-GHJK",
    "password_reset_url": "https://club.example/accounts/password/reset/key/1-x/",
    "from_email": "old@players.example",
    "to_email": "new@players.example",
    "deleted_email": "old@players.example",
    "timestamp": timezone.now(),
    "ip": "192.0.2.7",
    "user_agent": "A <browser> & more",
}


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_mail_has_a_subject_a_text_and_the_same_as_html(prefix: str) -> None:
    subject, text, html = letter_for(prefix, CONTEXT)
    assert 8 < len(subject) < 70
    assert "\n" not in subject
    assert "<Club>" in text or "browser" in text
    assert "{{" not in text + html
    assert "&lt;" not in text
    assert "<Club>" not in html
    assert "<browser>" not in html
    body = text.partition("\n-- \n")[0]
    assert " ".join(body.split()) in " ".join(as_text(html).split())


@pytest.mark.parametrize("prefix", PREFIXES)
def test_the_text_is_wrapped_and_says_whom_it_is_from(prefix: str) -> None:
    _, text, _ = letter_for(prefix, CONTEXT)
    too_wide = [line for line in text.splitlines() if len(line) > 72 and " " in line.strip()]
    assert too_wide == []
    assert "\n-- \nThe <Club>, https://club.example\n" in text


def test_every_mail_of_allauth_has_our_words() -> None:
    """Emails that we do not know of would come in other words."""
    theirs = Path(allauth.__file__).parent / "templates"
    ours = set(PREFIXES)
    unused = {
        "account/email/email_confirm",  # nothing of theirs sends it
        "account/email/password_reset_code",  # we reset by a link
    }
    for folder in ("account", "mfa"):
        found = {str(path.relative_to(theirs)) for path in (theirs / folder / "email").glob("*_subject.txt")}
        assert {name.removesuffix("_subject.txt") for name in found} - unused <= ours


def test_a_player_gets_dates_in_their_own_zone(player: User) -> None:
    player.time_zone = "Pacific/Kiritimati"
    player.save()
    when = timezone.now().replace(year=2026, month=3, day=1, hour=23, minute=0)
    get_adapter().send_mail("account/email/password_changed", player.email, {**CONTEXT, "timestamp": when})
    assert "2 March 2026, 13:00 +14" in last_mail(player.email).text


def test_it_waits_in_the_outbox_for_its_owner(client: Client, player: User) -> None:
    ask_for_login_code(client, "ADA@players.example")
    mail = last_mail("ada@players.example")
    assert (mail.user, mail.kind, mail.status) == (player, "account", OutboxMail.Status.QUEUED)
    assert code_in(mail) in mail.html


def test_a_link_leads_to_the_site_and_not_to_what_the_browser_called_it(client: Client, player: User) -> None:
    client.post(reverse("account_reset_password"), {"email": player.email}, headers={"host": "127.0.0.1"})
    mail = last_mail(player.email)
    assert f"{settings.SITE_URL}{link_in(mail)}" in mail.text
    assert "127.0.0.1" not in mail.text
