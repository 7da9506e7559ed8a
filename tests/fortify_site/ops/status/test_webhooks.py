"""What the host is told of webhooks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import deliveries
from fortify_site.ops.status import webhooks
from tests.support.factories import ClubFactory, EventFactory, UserFactory
from timekeeping import clock

from .conftest import Beat, ago, words

pytestmark = pytest.mark.django_db
UNREACHED = "ConnectionRefusedError: nobody there"


def hook(answer: str = "", **columns: Any) -> Webhook:
    whose = {} if "club" in columns else {"event": EventFactory(name="Spring Cup")}
    made = Webhook.objects.create(url="https://club.example/secret", **whose, **columns)
    Delivery.objects.create(webhook=made, kind="match.ended", attempts=1, answer=answer, next_try_at=ago(hours=-1))
    return made


@pytest.mark.parametrize(("minutes", "state"), [(4, "good"), (6, "warn"), (14, "warn"), (16, "bad")])
def test_deliveries_are_stuck_when_one_is_overdue_for_fifteen_minutes(minutes: int, state: str) -> None:
    Delivery.objects.create(webhook=hook(), kind="test", next_try_at=ago(minutes=minutes))
    assert webhooks.webhooks_waiting(clock.now()).state == state


def test_what_is_done_with_is_not_overdue() -> None:
    Delivery.objects.create(webhook=hook(), kind="test", next_try_at=ago(days=1), status=Delivery.Status.SENT)
    assert webhooks.webhooks_waiting(clock.now()).state == "good"


def test_webhooks_that_get_through_are_well() -> None:
    hook()
    hook(off_at=ago(days=1))  # by an organiser
    hook(off_at=ago(days=8), off_words="Nothing could be delivered there for a day.")
    assert webhooks.webhooks_failing(clock.now()).state == "good"


def test_those_that_fail_and_those_that_were_switched_off_are_counted() -> None:
    hook(failing_since=ago(hours=3))
    hook(off_at=ago(days=6), off_words="Nothing could be delivered there for a day.")
    found = webhooks.webhooks_failing(clock.now())
    assert found.state == "warn"
    assert found.words == "1 webhook doesn’t arrive. 1 webhook was switched off recently."
    assert "the owner of each gets an email" in found.advice


def test_what_the_site_could_not_send_is_told_for_a_week() -> None:
    def given_up(answer: str, days: int) -> None:
        hook()
        row = Delivery.objects.order_by("-pk").first()
        assert row is not None
        Delivery.objects.filter(pk=row.pk).update(status="parked", answer=answer, ended_at=ago(days=days))

    given_up("500 Ouch", 1)
    given_up(deliveries.UNSENT, 8)
    assert webhooks.webhooks_unsent(clock.now()).state == "good"
    given_up(deliveries.UNSENT, 6)
    found = webhooks.webhooks_unsent(clock.now())
    assert (found.state, found.words[:33]) == ("warn", "The site couldn’t send 1 delivery")


def test_where_those_of_many_people_fail_it_may_be_this_machine() -> None:
    one = UserFactory()
    for maker in (one, one, UserFactory()):
        hook(failing_since=ago(hours=3), made_by=maker)
    assert "this machine" not in webhooks.webhooks_failing(clock.now()).advice
    hook(failing_since=ago(hours=3), made_by=UserFactory())
    assert "this machine" in webhooks.webhooks_failing(clock.now()).advice


def test_the_page_says_of_each_whose_it_is_what_it_met_with_and_what_to_do(
    host: User, client: Client, beat: Beat
) -> None:
    beat()
    hook(UNREACHED, failing_since=ago(hours=3), made_by=UserFactory(display_name="Otto"))
    hook("500 Ouch", failing_since=ago(hours=2), club=ClubFactory(name="Tower", slug="tower"))
    hook("410 Gone", off_at=ago(hours=1), off_words="It answered that it wants nothing more (410).")
    client.force_login(host)
    response = client.get("/host/")
    page = words(response)
    told = page[page.index("Failing webhooks") :]
    assert told.index(UNREACHED) < told.index("Its server can’t be reached") < told.index("500 Ouch")
    assert told.index("500 Ouch") < told.index("Its server answers") < told.index("410 Gone")
    assert told.index("410 Gone") < told.index("It stays off until an organiser")
    assert "Added by Otto." in told
    assert 'href="/clubs/tower/manage/webhooks/"' in response.content.decode()
    assert "club.example" not in page  # an address may be a secret


def test_the_list_is_looked_up_at_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(3):
        hook("500 Ouch", failing_since=ago(hours=3))
    now = clock.now()
    with django_assert_num_queries(1):
        assert len(webhooks.troubled_webhooks(now, 20)) == 3
