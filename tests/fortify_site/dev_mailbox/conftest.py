"""A mailbox of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives
from pytest_django import Settings

from fortify_site.dev_mailbox import store
from fortify_site.dev_mailbox.backend import MailboxBackend

Drop = Callable[..., str]


@pytest.fixture(autouse=True)
def box(settings: Settings, tmp_path: Path) -> Path:
    folder = tmp_path / "mailbox"
    settings.MAILBOX_DIR = folder
    return folder


@pytest.fixture
def drop() -> Drop:
    """``drop(to=…, subject=…, text=…, html=…)`` sends an email; its id."""

    def send(
        to: str = "ada@players.example", subject: str = "Hello", text: str = "Text", html: str = "<p>HTML</p>"
    ) -> str:
        message = EmailMultiAlternatives(subject, text, "Club <noreply@club.example>", [to])
        if html:
            message.attach_alternative(html, "text/html")
        assert MailboxBackend().send_messages([message]) == 1
        return store.ids()[0]

    return send
