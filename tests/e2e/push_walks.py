"""A walk to the page of one's own devices."""

from __future__ import annotations

from collections.abc import Iterator

from django.test import override_settings
from django.urls import reverse

from accounts.models import User
from fortify_site.push.encrypt import new_private_key
from fortify_site.push.models import Device
from tests.support.factories import UserFactory

from .walking import Stop, walk


@walk("push:devices")
def being_notified() -> Iterator[Stop]:
    player: User = UserFactory()
    page = reverse("push:devices")
    with override_settings(PUSH_KEY=new_private_key()):
        yield Stop("no device", page, player)
        for name in ("Firefox, Android", "Safari, iPhone"):
            Device.objects.create(user=player, name=name, address=f"https://push.example/{name}", key="k", secret="s")
        yield Stop("two devices", page, player)
