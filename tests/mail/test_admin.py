"""What the host sees of emails and addresses, and may do."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from fortify_site.ops.status import emails
from mail.bounces import dead_addresses
from mail.bounces.address import bounce_address
from mail.bounces.verdict import Report, Verdict
from mail.models import InboundMail, OutboxMail
from matches.mails import tokens
from matches.models import Match
from tests.support.factories import UserFactory
from tests.support.inbound import DOMAIN, fresh, kept, letter
from timekeeping import clock

INBOUND, OUTBOX, ADDRESSES = (f"/admin/mail/{name}/" for name in ("inboundmail", "outboxmail", "mailaddress"))
GONE = Report(Verdict.HARD, "550 5.1.1 no such user")
Status = OutboxMail.Status


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    client.force_login(host)
    return client


def page(desk: Client, address: str, **query: str) -> str:
    answer = desk.get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


# -- those to be sent ------------------------------------------------------------------------------------------------


def act(desk: Client, action: str, mail: OutboxMail) -> None:
    data = {"action": action, "_selected_action": [mail.pk]}
    assert desk.post(OUTBOX, data).status_code == 302
    mail.refresh_from_db()


def test_it_says_why_a_mail_failed_but_not_what_was_in_it(desk: Client, player: User) -> None:
    mail = OutboxMail.objects.create(
        kind="account", user=player, text="Your code is 123456", status=Status.PARKED, last_error="550 no such user"
    )
    shown = page(desk, OUTBOX, status__exact="parked") + page(desk, f"{OUTBOX}{mail.pk}/change/")
    assert "550 no such user" in shown
    assert "123456" not in shown


def test_a_parked_mail_can_be_sent_again(desk: Client, toy_match: Match) -> None:
    mail = OutboxMail.objects.filter(match=toy_match).earliest("pk")
    OutboxMail.objects.filter(pk=mail.pk).update(status=Status.PARKED, attempts=9)
    act(desk, "send_again", mail)
    assert (mail.status, mail.attempts) == (Status.QUEUED, 0)


def test_a_mail_on_its_way_is_not_counted_as_sent_again(desk: Client, toy_match: Match) -> None:
    mail, busy = OutboxMail.objects.filter(match=toy_match).order_by("pk")[:2]
    OutboxMail.objects.filter(pk=busy.pk).update(leased_until=busy.queued_at.replace(year=2100))
    data = {"action": "send_again", "_selected_action": [mail.pk, busy.pk]}
    shown = desk.post(OUTBOX, data, follow=True).content.decode()
    assert "1 queued to be sent now." in shown
    assert "1 left alone: being sent this moment." in shown


def test_a_mail_can_be_given_up_unless_it_was_sent(desk: Client, toy_match: Match) -> None:
    mail = OutboxMail.objects.filter(match=toy_match).earliest("pk")
    for status, becomes in ((Status.SENT, Status.SENT), (Status.QUEUED, Status.DROPPED)):
        OutboxMail.objects.filter(pk=mail.pk).update(status=status)
        act(desk, "give_up", mail)
        assert mail.status == becomes


def test_a_helper_who_may_only_look_cannot_send_again(client: Client, toy_match: Match) -> None:
    helper: User = UserFactory(is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_outboxmail"))
    client.force_login(helper)
    mail = OutboxMail.objects.filter(match=toy_match).earliest("pk")
    client.post(OUTBOX, {"action": "give_up", "_selected_action": [mail.pk]})
    mail.refresh_from_db()
    assert mail.status == Status.QUEUED


# -- those that came in ----------------------------------------------------------------------------------------------


def raw_of(mail: InboundMail) -> str:
    return reverse("admin:mail_inboundmail_raw", args=[mail.pk])


def test_the_list_says_what_became_of_each(desk: Client) -> None:
    mail = kept()
    InboundMail.objects.filter(pk=mail.pk).update(status="set_aside", outcome="unreadable", words="No <charset>.")
    shown = desk.get(INBOUND, {"status__exact": "set_aside"}).content.decode()
    assert "ada@players.example" in shown
    assert "unreadable" in shown
    assert "No &lt;charset&gt;." in shown
    assert "ada@players.example" not in desk.get(INBOUND, {"status__exact": "done"}).content.decode()


def test_a_mail_is_saved_as_it_came_and_never_shown_as_a_page(desk: Client) -> None:
    mail = kept(letter("<script>alert(1)</script>"))
    page = desk.get(reverse("admin:mail_inboundmail_change", args=[mail.pk])).content.decode()
    assert raw_of(mail) in page
    assert "<script>alert" not in page
    answer = desk.get(raw_of(mail))
    assert answer.content == bytes(mail.raw)
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert desk.get(raw_of(InboundMail(pk=mail.pk + 1))).status_code == 404


# A match that runs, and one that is over but from whose seed others still play.
NOT_OPEN: tuple[dict[str, object], ...] = ({}, {"status": Match.Status.FINISHED, "is_sealed": True})


def written(match: Match) -> InboundMail:
    """A reply that was read."""
    mail = kept()
    InboundMail.objects.filter(pk=mail.pk).update(match=match, words="Illegal: you hold 7♥.")
    return mail


def not_read_yet(match: Match) -> InboundMail:
    return kept(None, f"play+{tokens.mint_reply(match, match.seats.get(index=0))}@{DOMAIN}")


def came_back(match: Match) -> InboundMail:
    return kept(None, bounce_address(OutboxMail.objects.filter(match=match).earliest("pk")))


@pytest.mark.parametrize("how", [written, not_read_yet, came_back])
def test_what_a_player_wrote_or_was_sent_is_not_shown_while_the_match_runs(
    how: Callable[[Match], InboundMail], desk: Client, toy_match: Match
) -> None:
    """It may hold a secret pick, or turns set ahead; and what comes back the hand that we have sent."""
    mail = how(toy_match)
    page = reverse("admin:mail_inboundmail_change", args=[mail.pk])
    for known in NOT_OPEN:
        Match.objects.filter(pk=toy_match.pk).update(**known)
        refused = desk.get(raw_of(mail))
        assert refused.status_code == 403
        assert "Download it when the match is over" in unescape(refused.content.decode())
        assert raw_of(mail) not in desk.get(page).content.decode()
        assert "7♥" not in desk.get(page).content.decode() + desk.get(INBOUND).content.decode()

    Match.objects.filter(pk=toy_match.pk).update(is_sealed=False)
    assert desk.get(raw_of(mail)).content == bytes(mail.raw)
    assert raw_of(mail) in desk.get(page).content.decode()
    assert (how is written) == ("7♥" in desk.get(INBOUND).content.decode())


def test_what_an_answer_quotes_is_not_shown_while_the_match_runs(desk: Client, toy_match: Match) -> None:
    known = {"reason": ["you hold 7♥"]}
    mail = OutboxMail.objects.filter(match=toy_match).earliest("pk")
    OutboxMail.objects.filter(pk=mail.pk).update(context=known)
    address = reverse("admin:mail_outboxmail_change", args=[mail.pk])
    for state in NOT_OPEN:
        Match.objects.filter(pk=toy_match.pk).update(**state)
        assert "7♥" not in unescape(desk.get(address).content.decode())
    Match.objects.filter(pk=toy_match.pk).update(is_sealed=False)
    assert json.dumps(known, ensure_ascii=False) in unescape(desk.get(address).content.decode())


def test_nobody_else_reads_a_mail(client: Client, player: User) -> None:
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
    answer = desk.post(INBOUND, data, follow=True).content.decode()
    assert "1 will be read again now." in answer
    assert "1 left alone" in answer
    assert (fresh(mail).status, fresh(mail).attempts) == ("waiting", 0)


# -- addresses -------------------------------------------------------------------------------------------------------


def fail(address: str) -> None:
    dead_addresses.failed(address, clock.now(), GONE, None)


def test_they_are_listed_with_the_reason(desk: Client, player: User, opponent: User) -> None:
    fail(player.email)
    dead_addresses.complained(opponent.email, clock.now())
    for state, shown, other in (("undeliverable", player, opponent), ("unwanted", opponent, player)):
        page = desk.get(ADDRESSES, {"state": state}).content.decode()
        assert shown.email in page
        assert other.email not in page
    assert "no such user" in desk.get(ADDRESSES).content.decode()


def test_the_host_has_one_written_to_again_but_not_against_its_readers_wish(
    desk: Client, player: User, opponent: User
) -> None:
    fail(player.email)
    dead_addresses.complained(opponent.email, clock.now())
    rows = [
        row.pk for row in (dead_addresses.trouble_of(player.email), dead_addresses.trouble_of(opponent.email)) if row
    ]
    desk.post(ADDRESSES, {"action": "write_again", "_selected_action": rows})
    assert not dead_addresses.trouble_of(player.email)
    assert dead_addresses.trouble_of(opponent.email)


def test_the_status_page_counts_players_alone(player: User) -> None:
    assert emails.unreachable_players().state == "good"
    fail("stranger@elsewhere.example")
    assert emails.unreachable_players().state == "good"
    fail(player.email)
    found = emails.unreachable_players()
    assert (found.state, found.words) == ("warn", "1 player’s emails bounce.")
