"""Webhooks: what happens in an event, written with its cause and delivered to a program that checks who it is from."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from fortify_site.accounts.models import User
from fortify_site.api import tasks
from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import editing, outbox, sending
from matches.mail.publishing import broker
from matches.models import OutboxMail
from tests.factories import ClubFactory, EventFactory, UserFactory
from tests.tournaments import going
from tests.tournaments.clubs.people import club_of, owner_of
from tests.tournaments.leagues import seasons
from tournaments import leaving, publishing, results
from tournaments.happenings import Happening
from tournaments.leagues import ending
from tournaments.leagues import publishing as league_publishing
from tournaments.log import note
from tournaments.models import Club, Entry, Event, LogLine

from .receiver import Receiver, listening

Status = Delivery.Status
ALL = [each.value for each in Happening]


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_ANYWHERE = True
    with listening() as found:
        yield found


@pytest.fixture
def event(db: None) -> Event:
    """With round 1 drafted, and nobody told of anything yet."""
    return going.begun(4, name="Spring Cup", publishes_itself=False)


@pytest.fixture
def webhook(event: Event, receiver: Receiver) -> Webhook:
    return editing.add(event, receiver.url, ALL, by=going.organiser_of(event))


def publish(event: Event) -> None:
    publishing.publish(going.round_of(event, 1))
    going.work_off()


def told(receiver: Receiver) -> list[str]:
    return [each.json["type"] for each in receiver.received]


def data_of(receiver: Receiver, kind: str) -> list[Any]:
    return [each.json["data"] for each in receiver.received if each.json["type"] == kind]


def state(webhook: Webhook) -> list[tuple[str, str]]:
    return list(webhook.deliveries.order_by("pk").values_list("kind", "status"))


def test_a_published_round_is_told_with_its_pairings_and_signed(
    event: Event, webhook: Webhook, receiver: Receiver
) -> None:
    publish(event)
    assert receiver.received == []  # it is a row, until somebody delivers it
    outbox.deliver_due()
    assert told(receiver) == ["round.published", "table.changed"]
    first = receiver.received[0]
    assert first.path == "/hook?of=club"
    assert first.is_signed_with(webhook.secret)
    assert not first._replace(body=first.body + b" ").is_signed_with(webhook.secret)
    assert abs(int(first.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 30
    data = first.json["data"]
    assert (data["event"]["name"], data["round"]) == ("Spring Cup", 1)
    pairs = {frozenset((each["white"]["name"], each["black"]["name"])) for each in data["pairings"]}
    assert pairs == {frozenset(("Ada", "Cleo")), frozenset(("Ben", "Dora"))}


def test_the_end_of_a_match_is_told_with_its_result(event: Event, webhook: Webhook, receiver: Receiver) -> None:
    publish(event)
    Delivery.objects.all().delete()
    going.win(going.match_of(event, 1, "Ada"), "Ada")
    results.take_missed()
    outbox.deliver_due()
    [ended] = data_of(receiver, "match.ended")
    pairing = ended["pairing"]
    winner = "white" if pairing["white"]["name"] == "Ada" else "black"
    assert (pairing[f"{winner}_code"], pairing["outcome"]) == ("1", "decided")
    [table] = data_of(receiver, "table.changed")
    assert table["first"][0]["name"] == "Ada"


def test_it_is_written_with_its_cause_or_not_at_all(event: Event, webhook: Webhook) -> None:
    with transaction.atomic():
        publishing.publish(going.round_of(event, 1))
        assert Delivery.objects.exists()
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_a_worker_is_asked_once_it_is_written(
    event: Event,
    webhook: Webhook,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(broker, "ask", lambda task, pk, **_: asked.append((task.name, pk)))
    with django_capture_on_commit_callbacks(execute=True):
        row = outbox.test(webhook)
        assert asked == []
    assert asked == [("fortify_site.api.tasks.deliver_webhook", row.pk)]
    assert outbox.sweep() == 0  # nobody took it, so the sweep stops there and comes again
    assert len(asked) == 2


def test_only_what_was_asked_for_is_told(event: Event, webhook: Webhook) -> None:
    Webhook.objects.update(kinds=["match.ended"])
    publish(event)
    assert state(webhook) == []


def test_other_events_are_not_told(event: Event, webhook: Webhook) -> None:
    note(EventFactory(), LogLine.Kind.RESULT, "Somebody won.")
    assert state(webhook) == []
    note(event, LogLine.Kind.RESULT, "Somebody won.")
    assert state(webhook) == [("table.changed", Status.QUEUED)]


def test_a_table_that_changed_often_is_told_once(event: Event, webhook: Webhook, receiver: Receiver) -> None:
    Webhook.objects.update(kinds=["table.changed"])
    publish(event)
    going.play_round(event, 1)
    results.take_missed()
    outbox.deliver_due()
    assert told(receiver) == ["table.changed"]
    assert {status for _, status in state(webhook)[:-1]} == {Status.DROPPED}
    assert state(webhook)[-1] == ("table.changed", Status.SENT)


def test_what_was_delivered_is_not_delivered_again(event: Event, webhook: Webhook, receiver: Receiver) -> None:
    row = outbox.test(webhook)
    outbox.deliver(row.pk)
    outbox.deliver(row.pk)
    outbox.deliver_due()
    assert told(receiver) == ["test"]


def test_one_who_died_over_it_gives_it_back(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = outbox.test(webhook)
    with monkeypatch.context() as patch:
        patch.setattr(sending, "post", lambda *_: (_ for _ in ()).throw(MemoryError))
        with pytest.raises(MemoryError):
            outbox.deliver(row.pk)
    outbox.deliver_due()
    assert receiver.received == []  # it is leased still
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        outbox.deliver_due()
    assert [each.headers["webhook-id"] for each in receiver.received] == [row.key]


def test_what_fails_is_tried_again_under_the_same_id(event: Event, webhook: Webhook, receiver: Receiver) -> None:
    Webhook.objects.update(kinds=["round.published"])
    publish(event)
    receiver.status, receiver.body = 500, b"Ouch\n"
    outbox.deliver_due()
    row = Delivery.objects.get()
    assert (row.status, row.attempts) == (Status.QUEUED, 1)
    assert row.answer.startswith("500 ")
    assert "Ouch" in row.answer
    webhook.refresh_from_db()
    assert webhook.failing_since is not None
    receiver.status = 200
    outbox.deliver_due()
    assert len(receiver.received) == 1  # not before its time
    with time_machine.travel(timezone.now() + timedelta(minutes=1, seconds=1)):
        outbox.deliver_due()
    assert len({each.headers["webhook-id"] for each in receiver.received}) == 1
    assert state(webhook) == [("round.published", Status.SENT)]
    webhook.refresh_from_db()
    assert webhook.failing_since is None


def attempt(begun: datetime, until: timedelta) -> None:
    """Deliver what is due from then on, as the site does each minute, near enough."""
    passed = timedelta(0)
    while passed <= until:
        with time_machine.travel(begun + passed, tick=False):
            outbox.deliver_due()
        passed += timedelta(minutes=30) if passed > timedelta(hours=2) else timedelta(minutes=7)


def mailed() -> list[tuple[str, str]]:
    return list(OutboxMail.objects.filter(kind="account").order_by("pk").values_list("to", "subject"))


def test_whoever_made_it_is_told_of_failures_long_before_it_is_switched_off(
    event: Event, webhook: Webhook, receiver: Receiver
) -> None:
    Webhook.objects.update(kinds=["round.published"])
    publish(event)
    receiver.status, start = 503, timezone.now()
    maker = maker_of(webhook)
    attempt(start, timedelta(hours=3))
    assert mailed() == []
    attempt(start, timedelta(hours=8))
    assert mailed() == [(maker, "A webhook does not get through: Spring Cup")]
    assert receiver.url in OutboxMail.objects.get(kind="account").text
    assert Webhook.objects.get().off_at is None
    attempt(start, timedelta(hours=30))
    off_at = Webhook.objects.get().off_at
    assert off_at is not None
    assert timedelta(hours=20) < off_at - start < timedelta(hours=28)
    assert mailed()[1:] == [(maker, "A webhook was switched off: Spring Cup")]
    assert len(receiver.received) == len(outbox.WAITS) + 1
    assert state(webhook) == [("round.published", Status.PARKED)]
    going.play_round(event, 1)
    results.take_missed()
    assert len(state(webhook)) == 1  # nothing is written for it any more


def maker_of(webhook: Webhook) -> str:
    assert webhook.made_by is not None
    return webhook.made_by.email


def test_one_that_takes_other_deliveries_is_not_switched_off_for_one_that_it_never_takes(
    event: Event, webhook: Webhook, receiver: Receiver
) -> None:
    Webhook.objects.update(kinds=["round.published"])
    publish(event)
    row, start = Delivery.objects.get(), timezone.now()
    for hours in range(30):
        with time_machine.travel(start + timedelta(hours=hours), tick=False):
            receiver.status = 500
            outbox.deliver(row.pk)
            receiver.status = 200
            outbox.deliver(outbox.test(webhook).pk)
    webhook.refresh_from_db()
    row.refresh_from_db()
    assert (webhook.off_at, row.status) == (None, Status.PARKED)
    assert mailed() == []


def test_a_test_that_fails_is_nobodys_trouble(webhook: Webhook, receiver: Receiver) -> None:
    receiver.status = 500
    outbox.deliver(outbox.test(webhook).pk)
    webhook.refresh_from_db()
    assert (webhook.failing_since, state(webhook)) == (None, [("test", Status.PARKED)])


def test_what_cannot_be_composed_is_given_up_in_the_end_and_is_not_its_receivers_fault(
    webhook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = outbox.test(webhook)
    monkeypatch.setattr("fortify_site.api.webhooks.payload.of", lambda _row: 1 / 0)
    attempt(timezone.now(), timedelta(days=2))
    row.refresh_from_db()
    webhook.refresh_from_db()
    assert (row.status, row.answer, row.attempts) == (Status.PARKED, outbox.UNSENT, len(outbox.WAITS) + 1)
    assert (webhook.failing_since, webhook.off_at, mailed()) == (None, None, [])


def test_what_nobody_lives_to_deliver_is_given_up_in_the_end(webhook: Webhook, receiver: Receiver) -> None:
    row = outbox.test(webhook)
    Delivery.objects.update(attempts=len(outbox.WAITS) + 1)
    outbox.deliver(row.pk)
    assert (receiver.received, state(webhook)) == ([], [("test", Status.PARKED)])


@pytest.mark.parametrize("gone", [True, False])
def test_where_its_maker_may_change_it_no_more_the_organisers_are_told(
    event: Event, webhook: Webhook, receiver: Receiver, gone: bool
) -> None:
    maker = webhook.made_by
    assert maker is not None
    organiser: User = UserFactory(email="otto@players.example")
    event.organisers.set([organiser])
    if gone:
        maker.delete()
    receiver.status = 410
    publish(event)
    outbox.deliver_due()
    webhook.refresh_from_db()
    assert webhook.off_at is not None  # at once: it wants nothing more
    assert mailed() == [("otto@players.example", "A webhook was switched off: Spring Cup")]


def test_redirects_are_not_followed(webhook: Webhook, receiver: Receiver) -> None:
    with listening() as elsewhere:
        receiver.status, receiver.headers = 307, {"Location": elsewhere.url}
        outbox.deliver(outbox.test(webhook).pk)
        assert elsewhere.received == []
    assert Delivery.objects.get().answer.startswith("307")


def test_a_long_answer_is_not_read_to_its_end(webhook: Webhook, receiver: Receiver) -> None:
    receiver.status, receiver.body = 500, b"x" * 5_000_000
    outbox.deliver(outbox.test(webhook).pk)
    assert len(Delivery.objects.get().answer) < 300


def test_an_answer_that_never_ends_is_cut_off(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that says a byte now and then, so that no single wait is too long."""
    monkeypatch.setattr(sending, "LONGEST", 0.3)
    receiver.headers = {"Content-Length": "100000"}
    begun = timezone.now()
    answer = sending.post(receiver.url, {}, b"{}")
    assert timezone.now() - begun < timedelta(seconds=4)
    assert answer.status in {0, 204}


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",  # noqa: S104
        "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "ff02::1",
        "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1", "192.0.0.8", "198.18.0.1", "fec0::1",
    ],
)  # fmt: skip
def test_nothing_is_sent_into_our_own_network(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not sending.is_outside(address)
    monkeypatch.setattr(sending, "_exchange", lambda *_: pytest.fail("it was sent"))
    found: Any = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    answer = sending.post("https://club.example/hook", {}, b"{}")
    assert (answer.status, answer.words) == (0, "This address leads into a network that is not public.")


def test_it_is_sent_to_the_very_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups: list[str] = []

    def look_up(host: str, *_: Any, **__: Any) -> Any:
        lookups.append(host)
        return [(2, 1, 6, "", ("93.184.216.34", 443))]

    connected: list[Any] = []

    def connect(to: Any, *_: Any) -> Any:
        connected.append(to)
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", connect)
    assert sending.post("https://club.example/hook", {}, b"{}").status == 0
    assert (lookups, connected) == (["club.example"], [("93.184.216.34", 443)])


@pytest.mark.parametrize(
    "url",
    ["http://club.example/", "ftp://club.example/", "https://", "club.example", "https://a:b@club.example/",
     "https://club.example:port/", "https://club.example/a b", "javascript:alert(1)", "https://club.example/\n"],
)  # fmt: skip
def test_what_is_no_safe_address_is_not_taken(url: str) -> None:
    with pytest.raises(sending.Unfit):
        sending.target_of(url)


def test_an_event_has_only_so_many(event: Event) -> None:
    organiser = UserFactory()
    for _ in range(editing.MOST):
        editing.add(event, "https://club.example/", ALL, by=organiser)
    with pytest.raises(editing.TooMany):
        editing.add(event, "https://club.example/", ALL, by=organiser)


def test_the_log_says_that_there_is_one_but_not_where(receiver: Receiver, db: None) -> None:
    event: Event = EventFactory()
    webhook = editing.add(event, receiver.url, ALL, by=UserFactory())
    editing.remove(webhook, by=UserFactory())
    assert [line.words for line in event.log.order_by("pk")] == [
        "A webhook was added: a program is told what happens in the event.",
        "A webhook was removed.",
    ]


def test_what_is_done_with_for_a_month_is_forgotten(webhook: Webhook, receiver: Receiver) -> None:
    old, new, waiting = (outbox.test(webhook) for _ in range(3))
    for row, days in ((old, 31), (new, 29)):
        outbox.deliver(row.pk)
        Delivery.objects.filter(pk=row.pk).update(ended_at=timezone.now() - timedelta(days=days))
    Delivery.objects.filter(pk=waiting.pk).update(made_at=timezone.now() - timedelta(days=40))
    assert tasks.forget_deliveries() == 1
    assert set(Delivery.objects.values_list("pk", flat=True)) == {new.pk, waiting.pk}


# -- those of a club -----------------------------------------------------------------------------------------------


@pytest.fixture
def club(event: Event) -> Club:
    """Whose event it is, with an owner."""
    found = club_of(name="Tower", slug="tower")
    Event.objects.filter(pk=event.pk).update(club=found)
    event.refresh_from_db()
    return found


@pytest.fixture
def of_club(club: Club, receiver: Receiver) -> Webhook:
    return editing.add(club, receiver.url, ALL, by=owner_of(club))


def test_a_clubs_webhook_hears_of_every_event_of_the_club_and_of_no_other(
    event: Event, club: Club, of_club: Webhook, receiver: Receiver
) -> None:
    other: Event = EventFactory(club=club, name="Autumn Cup")
    for each in (event, other, EventFactory(), EventFactory(club=ClubFactory())):
        note(each, LogLine.Kind.RESULT, "Somebody won.")
    outbox.deliver_due()
    told_of = [(each["event"]["name"], each["event"]["club"]) for each in data_of(receiver, "table.changed")]
    assert told_of == [("Spring Cup", "tower"), ("Autumn Cup", "tower")]


def test_an_events_webhook_and_its_clubs_hear_of_the_same(
    event: Event, webhook: Webhook, of_club: Webhook, receiver: Receiver
) -> None:
    publish(event)
    assert state(webhook) == state(of_club) == [("round.published", "queued"), ("table.changed", "queued")]


def test_tables_of_two_events_do_not_overtake_each_other(
    event: Event, club: Club, of_club: Webhook, receiver: Receiver
) -> None:
    other: Event = EventFactory(club=club)
    for each in (event, other, event):
        note(each, LogLine.Kind.RESULT, "Somebody won.")
    outbox.deliver_due()
    assert {each["event"]["id"] for each in data_of(receiver, "table.changed")} == {event.pk, other.pk}
    assert [status for _, status in state(of_club)] == [Status.DROPPED, Status.SENT, Status.SENT]


def test_what_was_written_before_there_were_clubs_webhooks_is_delivered(
    event: Event, webhook: Webhook, receiver: Receiver
) -> None:
    Webhook.objects.update(kinds=["round.published"])
    publish(event)
    Delivery.objects.update(context={"round": going.round_of(event, 1).pk})
    outbox.deliver_due()
    assert [each["event"]["id"] for each in data_of(receiver, "round.published")] == [event.pk]


def test_a_season_is_told_of_when_its_line_up_is_published_and_when_it_is_over(receiver: Receiver, db: None) -> None:
    club = seasons.club()
    by = seasons.organiser_of(club)
    hook = editing.add(club, receiver.url, ["season.published", "season.ended"], by=by)
    season = seasons.opened(seasons.league(club), (2,))
    seasons.register(season, "Ada Ben")
    seasons.propose(season)
    assert state(hook) == []
    league_publishing.publish(season, by=by)
    outbox.deliver_due()
    [told_of] = data_of(receiver, "season.published")
    assert (told_of["club"]["slug"], told_of["league"]["slug"]) == ("northside", "sunday-league")
    [division] = told_of["season"]["divisions"]
    assert (told_of["season"]["stage"], division["event"]) == ("running", season.divisions.get().event_id)
    ending.cancel(season, by=by, reason="Nobody has time.")
    outbox.deliver_due()
    assert [each["season"]["stage"] for each in data_of(receiver, "season.ended")] == ["cancelled"]


def test_nobody_is_told_of_a_season_that_nobody_saw(receiver: Receiver, db: None) -> None:
    club = seasons.club()
    by = seasons.organiser_of(club)
    hook = editing.add(club, receiver.url, ALL, by=by)
    ending.cancel(seasons.set_up(seasons.league(club)), by=by, reason="A mistake.")
    assert state(hook) == []


def test_a_clubs_log_says_that_there_is_one_but_not_where(club: Club, of_club: Webhook) -> None:
    editing.remove(of_club, by=owner_of(club))
    assert [line.words for line in club.log.order_by("pk")] == [
        "A webhook was added: a program is told what happens in the club.",
        "A webhook was removed.",
    ]
    assert not Webhook.objects.exists()


def test_all_who_run_the_club_are_told_where_its_maker_left(of_club: Webhook, club: Club, receiver: Receiver) -> None:
    owner = owner_of(club)
    Webhook.objects.update(made_by=UserFactory())
    receiver.status = 410
    outbox.write(EventFactory(club=club), Happening.TABLE_CHANGED, {})
    outbox.deliver_due()
    assert mailed() == [(owner.email, "A webhook was switched off: Tower")]


# -- who leaves ----------------------------------------------------------------------------------------------------


def test_matches_of_who_leaves_a_round_robin_are_told_of_each_as_it_is_published(receiver: Receiver, db: None) -> None:
    """By the Berger table Ada meets Dora, Cleo, Ben; she has played none, so that none of them counts."""
    event = going.begun(4, format=Event.Format.ROUND_ROBIN, publishes_itself=False)
    publishing.publish(going.round_of(event, 1))
    going.work_off()
    hook = editing.add(event, receiver.url, ["match.ended", "round.published"], by=going.organiser_of(event))
    entry = event.entries.get(player__display_name="Ada")
    leaving.withdraw(entry, by=entry.player)
    outbox.deliver_due()
    [ended] = data_of(receiver, "match.ended")
    assert (ended["round"], ended["pairing"]["outcome"]) == (1, "annulled")
    assert "Ada" in {ended["pairing"]["white"]["name"], ended["pairing"]["black"]["name"]}
    assert len(state(hook)) == 1


def test_forfeits_of_who_is_away_are_told_with_the_round(receiver: Receiver, db: None) -> None:
    event = going.begun(4, format=Event.Format.ROUND_ROBIN, publishes_itself=False, leaver=Event.Leaver.FORFEIT)
    editing.add(event, receiver.url, ["match.ended"], by=going.organiser_of(event))
    Entry.objects.filter(event=event, player__display_name="Ada").update(status=Entry.Status.WITHDRAWN)
    publishing.publish(going.round_of(event, 1))
    outbox.deliver_due()
    [ended] = data_of(receiver, "match.ended")
    assert {ended["pairing"]["white_code"], ended["pairing"]["black_code"]} == {"+", "-"}
