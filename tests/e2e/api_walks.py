"""A walk through the pages that belong to the API."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from fortify_site.accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Delivery, Webhook
from matches import clocks
from tests.factories import UserFactory
from tests.tournaments.stored import FOUR, stored

from .account_walks import fill_in
from .match_walks import LONG_NAME
from .walking import Stop, walk

LONG_ADDRESS = "https://a-club-with-a-long-name.example/" + "hook/" * 60
LONG_ANSWER = "500 Internal Server Error " + "x" * 200


@walk("api:docs", "api:tokens", "api:webhooks", "api:widget")
def letting_programs_in() -> Iterator[Stop]:
    organiser: User = UserFactory(display_name=LONG_NAME)
    event = stored(FOUR, with_matches=True, name="Spring Cup", organisers=[organiser])
    tokens.make(organiser, "The screen in the hall of the Society", "read")
    webhook = Webhook.objects.create(
        event=event, url=LONG_ADDRESS, kinds=["match.ended"], made_by=organiser, failing_since=clocks.now()
    )
    Delivery.objects.create(webhook=webhook, kind="match.ended", attempts=3, answer=LONG_ANSWER)
    own, hooks = reverse("api:tokens"), reverse("api:webhooks", args=[event.pk])
    yield Stop("the API", reverse("api:docs"))
    yield Stop("a table to embed", reverse("api:widget", args=[event.pk]))
    yield Stop("tokens", own, organiser)
    yield Stop("a new token", own, organiser, act=lambda page: fill_in(page, name="My phone"))
    yield Stop("webhooks", hooks, organiser)
    yield Stop("a webhook, refused", hooks, organiser, act=lambda page: fill_in(page, url="http://club.example/"))
