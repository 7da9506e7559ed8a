"""A walk through the pages that belong to the API."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.urls import reverse

from accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Delivery, Webhook
from tests.support import running_events
from tests.support.factories import UserFactory
from tests.support.stored_events import FOUR, stored
from timekeeping import clock
from tournaments.clubs import edit
from tournaments.models import Event, Pairing
from tournaments.rounds.results import adjudicate
from tournaments.rounds.results.verdicts import Verdict

from .account_walks import fill_in
from .match_walks import LONG_NAME
from .walking import Stop, walk

LONG_ADDRESS = "https://a-club-with-a-long-name.example/" + "hook/" * 60
LONG_ANSWER = "500 Internal Server Error " + "x" * 200


@walk("api:docs", "api:tokens", "api:webhooks", "api:club_webhooks", "api:widget")
def letting_programs_in() -> Iterator[Stop]:
    organiser: User = UserFactory(display_name=LONG_NAME)
    event = stored(FOUR, with_matches=True, name="Spring Cup", organisers=[organiser])
    tokens.make_token(organiser, "The screen in the hall of the Society", "read")
    webhook = Webhook.objects.create(
        event=event, url=LONG_ADDRESS, kinds=["match.ended"], made_by=organiser, failing_since=clock.now()
    )
    Delivery.objects.create(webhook=webhook, kind="match.ended", attempts=3, answer=LONG_ANSWER)
    club = edit.make(organiser, "The Correspondence Society of All Coasts and Rivers")
    own, hooks = reverse("api:tokens"), reverse("api:webhooks", args=[event.pk])
    hooks_of_club = reverse("api:club_webhooks", args=[club.slug])
    yield Stop("the API", reverse("api:docs"))
    yield Stop("a bracket and a table to embed", reverse("api:widget", args=[drawn_cup().pk]))
    yield Stop("tokens", own, organiser)
    yield Stop("a new token", own, organiser, act=lambda page: fill_in(page, name="My phone"))
    yield Stop("webhooks", hooks, organiser)
    refused = partial(fill_in, url="http://club.example/")
    yield Stop("a webhook of a club, refused", hooks_of_club, organiser, act=refused)


def drawn_cup() -> Event:
    """One match is drawn, and who advances is decided by points; another runs."""
    event = running_events.begun(5, name="Winter Cup", format="cup", tie_breaks=[])
    User.objects.filter(display_name="Emil").update(display_name=LONG_NAME[:-2])
    pairing = running_events.pairings(event, 1)[1]
    Pairing.objects.filter(pk=pairing.pk).update(match=None)
    by = running_events.organiser_of(event)
    adjudicate.settle_pairing(pairing, Verdict.DRAW, by=by, reason="By letter.", points=(20, 31))
    return event
