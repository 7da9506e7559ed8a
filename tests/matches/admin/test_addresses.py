"""The host sees from which addresses emails come back, and has them written to again."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from fortify_site.ops.status import outbound_mail
from jobs import clock
from mail.bounces import reachable
from mail.bounces.classify import Report, Verdict

pytestmark = pytest.mark.django_db
LIST = "/admin/matches/mailaddress/"
GONE = Report(Verdict.HARD, "550 5.1.1 no such user")


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    client.force_login(host)
    return client


def fail(address: str) -> None:
    reachable.failed(address, clock.now(), GONE, None)


def test_they_are_listed_with_the_reason(desk: Client, player: User, opponent: User) -> None:
    fail(player.email)
    reachable.complained(opponent.email, clock.now())
    for state, shown, other in (("undeliverable", player, opponent), ("unwanted", opponent, player)):
        page = desk.get(LIST, {"state": state}).content.decode()
        assert shown.email in page
        assert other.email not in page
    assert "no such user" in desk.get(LIST).content.decode()


def test_the_host_has_one_written_to_again_but_not_against_its_readers_wish(
    desk: Client, player: User, opponent: User
) -> None:
    fail(player.email)
    reachable.complained(opponent.email, clock.now())
    rows = [row.pk for row in (reachable.trouble_of(player.email), reachable.trouble_of(opponent.email)) if row]
    desk.post(LIST, {"action": "write_again", "_selected_action": rows})
    assert not reachable.trouble_of(player.email)
    assert reachable.trouble_of(opponent.email)


def test_the_status_page_counts_players_alone(player: User) -> None:
    assert outbound_mail.unreachable().state == "good"
    fail("stranger@elsewhere.example")
    assert outbound_mail.unreachable().state == "good"
    fail(player.email)
    found = outbound_mail.unreachable()
    assert (found.state, found.words) == ("warn", "1 player’s mails come back.")
