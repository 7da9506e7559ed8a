"""A push service, a browser that it knows, and a player whose browser that is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from accounts.models import User
from fortify_site.push.encrypt import new_private_key
from fortify_site.push.models import Device
from tests.fortify_site.api.webhooks.receiver import Receiver, listening

from .browser import Browser


@pytest.fixture(autouse=True)
def _is_switched_on(settings: Settings) -> None:
    settings.PUSH_KEY = new_private_key()


@pytest.fixture
def service(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_ANYWHERE = True
    with listening() as found:
        found.status = 201
        yield found


@pytest.fixture
def phone() -> Browser:
    return Browser()


@pytest.fixture
def device(service: Receiver, phone: Browser, opponent: User) -> Device:
    """The opponent's."""
    return Device.objects.create(
        user=opponent, name="Firefox, Android", address=service.url, key=phone.key, secret=phone.secret
    )
