"""What the host sees of emails that came in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.models import InboundMail
from tests.support.inbound import fresh, kept, letter

pytestmark = pytest.mark.django_db
LIST = "admin:matches_inboundmail_changelist"


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    client.force_login(host)
    return client


def raw_of(mail: InboundMail) -> str:
    return reverse("admin:matches_inboundmail_raw", args=[mail.pk])


def test_the_list_says_what_became_of_each(desk: Client) -> None:
    mail = kept()
    InboundMail.objects.filter(pk=mail.pk).update(status="set_aside", outcome="unreadable", words="No <charset>.")
    shown = desk.get(reverse(LIST), {"status__exact": "set_aside"}).content.decode()
    assert "ada@players.example" in shown
    assert "unreadable" in shown
    assert "No &lt;charset&gt;." in shown
    assert "ada@players.example" not in desk.get(reverse(LIST), {"status__exact": "done"}).content.decode()


def test_a_mail_is_saved_as_it_came_and_never_shown_as_a_page(desk: Client) -> None:
    mail = kept(letter("<script>alert(1)</script>"))
    page = desk.get(reverse("admin:matches_inboundmail_change", args=[mail.pk])).content.decode()
    assert raw_of(mail) in page
    assert "<script>alert" not in page
    answer = desk.get(raw_of(mail))
    assert answer.content == bytes(mail.raw)
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert desk.get(raw_of(InboundMail(pk=mail.pk + 1))).status_code == 404


def test_nobody_else_reads_it(client: Client, player: User) -> None:
    mail = kept()
    assert client.get(raw_of(mail)).status_code == 302
    client.force_login(player)
    assert client.get(raw_of(mail)).status_code == 302
    User.objects.filter(pk=player.pk).update(is_staff=True)
    assert client.get(raw_of(mail)).status_code == 403


def test_the_host_has_one_processed_again(desk: Client) -> None:
    mail, busy = kept(), kept(letter(message_id="<2@x>"))
    InboundMail.objects.filter(pk=mail.pk).update(status="set_aside", attempts=5)
    InboundMail.objects.filter(pk=busy.pk).update(leased_until=busy.arrived_at.replace(year=2100))
    data = {"action": "read_again", "_selected_action": [mail.pk, busy.pk]}
    answer = desk.post(reverse(LIST), data, follow=True).content.decode()
    assert "1 will be read again now." in answer
    assert "1 left alone" in answer
    assert (fresh(mail).status, fresh(mail).attempts) == ("waiting", 0)
