"""A mail server for the outbox."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.support.smtp_server import Sink, serving


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    sink = Sink()
    with serving(sink) as port:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.EMAIL_TIMEOUT = 20.0  # seconds, with a server that answers on a machine that is busy
        yield sink
