"""A notification for each device of a player whose turn it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django import Settings

from accounts.models import User
from fortify_site.push import notices
from fortify_site.push.encrypt import decoded, encoded, encrypt, private_key
from fortify_site.push.models import Device, Notice
from matches.gate import takeback, turns
from matches.models import LogEntry, Match
from matches.time_control.time_control import HOUR
from tests.fortify_site.api.webhooks.receiver import Receiver
from timekeeping import clock

from .browser import Browser, claims_of

pytestmark = pytest.mark.either
Status = Notice.Status


def play_first(match: Match) -> None:
    turns.submit_turn(match.seats.get(asked_turn=1), 1, "T@b3", LogEntry.Via.SITE)


def deliver() -> str:
    notices.deliver(Notice.objects.get().pk)
    return Notice.objects.get().status


def test_the_standards_own_message_is_encrypted_as_there() -> None:
    """RFC 8291, section 5 and appendix A."""
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        sender=private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_browser_reads_whose_turn_it_is(match: Match, device: Device, service: Receiver, phone: Browser) -> None:
    play_first(match)
    assert deliver() == Status.SENT
    (sent,) = service.received
    assert phone.read(sent.body) == {
        "title": "Your turn against Ada",
        "body": "Fortify",
        "url": match.get_absolute_url(),
        "tag": f"match-{match.pk}",
        "waiting": 1,
    }
    assert (sent.headers["content-encoding"], sent.headers["ttl"]) == ("aes128gcm", "86400")


def test_it_is_in_the_readers_language(
    match: Match, device: Device, service: Receiver, phone: Browser, opponent: User
) -> None:
    User.objects.filter(pk=opponent.pk).update(language="de")
    play_first(match)
    deliver()
    assert phone.read(service.received[0].body)["title"] == "Du bist am Zug gegen Ada"


def test_the_push_service_knows_who_sends(match: Match, device: Device, service: Receiver, settings: Settings) -> None:
    play_first(match)
    deliver()
    claims = claims_of(service.received[0])
    assert claims["aud"] == service.url.removesuffix("/hook?of=club")
    assert claims["sub"] == settings.SITE_URL
    assert timedelta(0) < datetime.fromtimestamp(claims["exp"], UTC) - clock.now() <= timedelta(days=1)


def test_a_turn_is_told_once_to_the_player_who_is_asked(match: Match, device: Device, player: User) -> None:
    play_first(match)
    play_second = match.seats.get(asked_turn=2)
    assert list(Notice.objects.values_list("seat", "number")) == [(play_second.pk, 2)]


def test_no_one_is_told_where_no_key_is_set(match: Match, device: Device, settings: Settings) -> None:
    settings.PUSH_KEY = ""
    play_first(match)
    assert not Notice.objects.exists()


def test_a_turn_that_was_played_meanwhile_is_not_told(match: Match, device: Device, service: Receiver) -> None:
    play_first(match)
    seat = match.seats.get(asked_turn=2)
    turns.resign(seat, LogEntry.Via.SITE)
    assert deliver() == Status.DROPPED
    assert service.received == []


def test_a_turn_that_was_taken_back_is_not_told(match: Match, device: Device, service: Receiver) -> None:
    play_first(match)
    takeback.take_back(match.seats.get(index=0), LogEntry.Via.SITE)
    assert deliver() == Status.DROPPED
    assert service.received == []


def test_whoever_has_the_device_by_then_is_not_told(
    match: Match, device: Device, service: Receiver, player: User
) -> None:
    play_first(match)
    Device.objects.update(user=player)
    assert deliver() == Status.DROPPED
    assert service.received == []


def test_quiet_hours_are_waited_for(match: Match, device: Device, service: Receiver, opponent: User) -> None:
    begun, ends = (clock.now().astimezone(UTC) + hours * HOUR for hours in (-1, 2))
    User.objects.filter(pk=opponent.pk).update(quiet_from=begun.time(), quiet_to=ends.time(), time_zone="UTC")
    play_first(match)
    waits = Notice.objects.get()
    assert abs(waits.next_try_at - ends) < timedelta(seconds=1)
    assert deliver() == Status.QUEUED
    assert service.received == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_removed(match: Match, device: Device, service: Receiver, status: int) -> None:
    service.status = status
    play_first(match)
    notices.deliver(Notice.objects.get().pk)
    assert not Device.objects.exists()
    assert not Notice.objects.exists()


def test_other_failures_are_tried_again_and_then_given_up(match: Match, device: Device, service: Receiver) -> None:
    service.status = 503
    play_first(match)
    assert deliver() == Status.QUEUED
    assert Notice.objects.get().next_try_at > clock.now()
    for _ in notices.WAITS:
        Notice.objects.update(next_try_at=clock.now())
        deliver()
    assert Notice.objects.get().status == Status.PARKED
    assert len(service.received) == 1 + len(notices.WAITS)
    assert Device.objects.exists()


def test_nothing_is_sent_into_our_own_network(
    match: Match, device: Device, service: Receiver, settings: Settings
) -> None:
    settings.WEBHOOKS_ANYWHERE = False
    play_first(match)
    assert deliver() == Status.QUEUED
    assert service.received == []


def test_they_are_forgotten_after_a_week(match: Match, device: Device) -> None:
    play_first(match)
    assert notices.forget_notices() == 0
    Notice.objects.update(made_at=clock.now() - timedelta(days=8))
    notices.forget_notices()
    assert not Notice.objects.exists()


def test_the_sweep_of_a_site_without_workers_delivers_them(match: Match, device: Device, service: Receiver) -> None:
    play_first(match)
    assert notices.deliver_due() == 1
    assert len(service.received) == 1


@pytest.mark.parametrize(("send_queued", "status"), [(False, Status.DROPPED), (True, Status.QUEUED)])
def test_what_waited_in_a_backup_is_sent_if_the_host_wants_it(
    match: Match, device: Device, *, send_queued: bool, status: str
) -> None:
    play_first(match)
    call_command("restored", no_input=True, anyway=True, send_queued=send_queued, stdout=StringIO())
    assert Notice.objects.get().status == status
