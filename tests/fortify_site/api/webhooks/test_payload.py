"""What happens in an event or a season is written with its cause, and told to a program that checks who it is from."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from competition.trf import Document
from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import deliveries, owners
from tests.support import divisions, running_events, seasons
from tests.support.factories import EventFactory, UserFactory
from tests.support.tournament_notation import history
from tournaments.entries.replacements import take_place
from tournaments.entries.withdrawals import withdraw
from tournaments.files.imports import give_accounts
from tournaments.files.imports.import_trf import carry_out
from tournaments.locking.log import note
from tournaments.models import Entry, Event, LogLine
from tournaments.rounds import publish as publishing
from tournaments.rounds.results import match_finished
from tournaments.seasons import finish
from tournaments.seasons.line_up import publish as league_publishing

from .delivered import ALL, Status, data_of, publish, state, told
from .receiver import Receiver


def test_a_published_round_is_told_with_its_pairings_and_signed(
    event: Event, webhook: Webhook, receiver: Receiver
) -> None:
    publish(event)
    assert receiver.received == []  # it is a row, until somebody delivers it
    deliveries.deliver_due()
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
    running_events.win(running_events.match_of(event, 1, "Ada"), "Ada")
    match_finished.record_missed_results()
    deliveries.deliver_due()
    [ended] = data_of(receiver, "match.ended")
    pairing = ended["pairing"]
    winner = "white" if pairing["white"]["name"] == "Ada" else "black"
    assert (pairing[f"{winner}_code"], pairing["outcome"]) == ("1", "decided")
    [table] = data_of(receiver, "table.changed")
    assert table["first"][0]["name"] == "Ada"


def test_that_somebody_takes_over_a_free_place_is_told_with_the_new_name(receiver: Receiver, db: None) -> None:
    season = divisions.running()
    event = divisions.event_of(season)
    hook = owners.add_webhook(event, receiver.url, ["table.changed"], by=divisions.organiser(season))
    divisions.vacant(season)
    assert state(hook) == [], "it is Ada's place as long as nobody has taken it"
    take_place.accept_place_offer(divisions.offer_to("Emil"), divisions.named("Emil"))
    deliveries.deliver_due()
    [table] = data_of(receiver, "table.changed")
    assert sorted(row["name"] for row in table["first"]) == ["Ben", "Cleo", "Dora", "Emil"]


def test_that_a_player_from_elsewhere_has_an_account_is_told_where_the_name_is_another(
    receiver: Receiver, db: None
) -> None:
    made = EventFactory(organisers=[UserFactory(display_name="Olga")])
    event = carry_out(made, Document(history("1: 2w*\n2: 1b*", 2)), by=made.organisers.get())
    hook = owners.add_webhook(event, receiver.url, ["table.changed"], by=event.organisers.get())
    for number, name in ((1, "Ada"), (2, "Player 2")):
        UserFactory(display_name=name)
        give_accounts.give_account(event, event.entries.get(number=number).pk, name, by=event.organisers.get())
        assert len(state(hook)) == 1
    deliveries.deliver_due()
    [table] = data_of(receiver, "table.changed")
    assert sorted(row["name"] for row in table["first"]) == ["Ada", "Player 2"]


def test_it_is_written_with_its_cause_or_not_at_all(event: Event, webhook: Webhook) -> None:
    with transaction.atomic():
        publishing.publish(running_events.round_of(event, 1))
        assert Delivery.objects.exists()
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_only_what_was_asked_for_is_told(event: Event, webhook: Webhook) -> None:
    Webhook.objects.update(kinds=["match.ended"])
    publish(event)
    assert state(webhook) == []


def test_other_events_are_not_told(event: Event, webhook: Webhook) -> None:
    note(EventFactory(), LogLine.Kind.RESULT, "Somebody won.")
    assert state(webhook) == []
    note(event, LogLine.Kind.RESULT, "Somebody won.")
    assert state(webhook) == [("table.changed", Status.QUEUED)]


def test_a_season_is_told_of_when_its_line_up_is_published_and_when_it_is_over(receiver: Receiver, db: None) -> None:
    club = seasons.club()
    by = seasons.organiser_of(club)
    hook = owners.add_webhook(club, receiver.url, ["season.published", "season.ended"], by=by)
    season = seasons.opened(seasons.league(club), (2,))
    seasons.register(season, "Ada Ben")
    seasons.propose(season)
    assert state(hook) == []
    league_publishing.publish(season, by=by)
    deliveries.deliver_due()
    [told_of] = data_of(receiver, "season.published")
    assert (told_of["club"]["slug"], told_of["league"]["slug"]) == ("northside", "sunday-league")
    [division] = told_of["season"]["divisions"]
    assert (told_of["season"]["stage"], division["event"]) == ("running", season.divisions.get().event_id)
    finish.cancel(season, by=by, reason="Nobody has time.")
    deliveries.deliver_due()
    assert [each["season"]["stage"] for each in data_of(receiver, "season.ended")] == ["cancelled"]


def test_nobody_is_told_of_a_season_that_nobody_saw(receiver: Receiver, db: None) -> None:
    club = seasons.club()
    by = seasons.organiser_of(club)
    hook = owners.add_webhook(club, receiver.url, ALL, by=by)
    finish.cancel(seasons.set_up(seasons.league(club)), by=by, reason="A mistake.")
    assert state(hook) == []


def test_matches_of_who_leaves_a_round_robin_are_told_of_each_as_it_is_published(receiver: Receiver, db: None) -> None:
    """By the Berger table Ada meets Dora, Cleo, Ben; she has played none, so that none of them counts."""
    event = running_events.begun(4, format="round_robin", publishes_itself=False)
    publishing.publish(running_events.round_of(event, 1))
    running_events.work_off()
    hook = owners.add_webhook(
        event, receiver.url, ["match.ended", "round.published"], by=running_events.organiser_of(event)
    )
    entry = event.entries.get(player__display_name="Ada")
    withdraw.withdraw(entry, by=entry.player)
    deliveries.deliver_due()
    [ended] = data_of(receiver, "match.ended")
    assert (ended["round"], ended["pairing"]["outcome"]) == (1, "annulled")
    assert "Ada" in {ended["pairing"]["white"]["name"], ended["pairing"]["black"]["name"]}
    assert len(state(hook)) == 1


def test_forfeits_of_who_is_away_are_told_with_the_round(receiver: Receiver, db: None) -> None:
    event = running_events.begun(4, format="round_robin", publishes_itself=False, leaver=Event.Leaver.FORFEIT)
    owners.add_webhook(event, receiver.url, ["match.ended"], by=running_events.organiser_of(event))
    Entry.objects.filter(event=event, player__display_name="Ada").update(status=Entry.Status.WITHDRAWN)
    publishing.publish(running_events.round_of(event, 1))
    deliveries.deliver_due()
    [ended] = data_of(receiver, "match.ended")
    assert {ended["pairing"]["white_code"], ended["pairing"]["black_code"]} == {"+", "-"}
