"""The file of everything the site keeps about a player."""

from __future__ import annotations

import json
from datetime import UTC, datetime, time
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import ClockChange, FormerName, User
from fortify_site.profiles.export_data import export_account
from mail.models import OutboxMail
from matches.clocks import pauses
from matches.conditional.edit import set_lines
from matches.gate import turns
from matches.models import Link, LogEntry, Match, Offer, Seat, Seek, Vacation, VacationDay
from matches.time_control.time_control import DAY
from tests.support.factories import ChallengeFactory, EntryFactory, EventFactory, MatchFactory, UserFactory
from tests.support.rows import refresh, require
from timekeeping import clock
from tournaments.entries import enter
from tournaments.models import Announcement
from tournaments.rounds import requested_byes


@pytest.fixture
def file_of(client: Client) -> Any:
    def download(user: User) -> dict[str, Any]:
        client.force_login(user)
        response = client.post(reverse("accounts:data"))
        assert response["Content-Type"] == "application/json"
        assert 'attachment; filename="my-data-' in response["Content-Disposition"]
        found: dict[str, Any] = json.loads(response.content)
        return found

    return download


def first_turn(match: Match, seat: Seat, message: str = "") -> LogEntry:
    text = match.game.sample(match.loaded_state, seat.index, Random(1))
    return turns.submit_turn(seat, require(seat.asked_turn), text, LogEntry.Via.SITE, message)


def test_a_get_shows_a_page_with_a_button(client: Client, player: User) -> None:
    client.force_login(player)
    response = client.get(reverse("accounts:data"))
    assert response["Content-Type"].startswith("text/html")


def test_it_has_profile_and_addresses(file_of: Any, player: User) -> None:
    found = file_of(player)
    assert found["profile"]["display_name"] == "Ada"
    (address,) = found["addresses"]
    assert (address["email"], address["verified"], address["primary"]) == ("ada@players.example", True, True)


def test_it_has_the_wishes_about_mail(file_of: Any, player: User) -> None:
    wishes = {"turn_mail": "digest", "digest_hour": 7, "quiet_from": "22:30", "quiet_to": "06:00"}
    User.objects.filter(pk=player.pk).update(**wishes, digest_at=datetime(2026, 11, 22, 7, tzinfo=UTC))
    found = file_of(refresh(player))["profile"]
    assert (found["mail_about_turns"], found["hour_of_daily_mail"]) == ("digest", 7)
    assert found["next_daily_mail"] == "2026-11-22T07:00:00Z"
    assert found["quiet_hours"] == ["22:30:00", "06:00:00"]


def test_it_has_ones_own_turns_and_the_lines_written(
    file_of: Any, player: User, match: Match, player_seat: Seat
) -> None:
    turn = first_turn(match, player_seat, "Good luck")
    [found] = file_of(player)["matches"]
    assert found["players"] == ["Ada", "Ben"]
    [line] = found["log"]
    assert (line["text"], line["message"], line["mine"]) == (turn.text, "Good luck", True)


def test_it_has_what_an_opponent_said_in_public_only(
    file_of: Any, opponent: User, match: Match, player_seat: Seat
) -> None:
    first_turn(match, player_seat, "Good luck")
    [line] = file_of(opponent)["matches"][0]["log"]
    assert (line["mine"], line["message"]) == (False, "Good luck")
    assert "text" not in line


def test_an_opponents_secret_pick_is_not_in_it(file_of: Any, player: User, opponent: User) -> None:
    match = MatchFactory(players=[player, opponent], options={"special": "on"})
    seat = match.seats.get(index=0)
    turns.submit_turn(seat, seat.asked_turn, "I4T3B2C1", LogEntry.Via.SITE)
    assert "I4T3B2C1" not in json.dumps(file_of(opponent))
    assert "I4T3B2C1" in json.dumps(file_of(player))


def test_ones_own_last_answers_are_in_it_and_an_opponents_are_not(file_of: Any, player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    for index, army in enumerate(("I4T4B2", "I3T3B4")):
        turns.submit_turn(match.seats.get(index=index), index + 1, army, LogEntry.Via.SITE)
    (kept,) = file_of(player)["last_answers"]
    assert (kept["game_slug"], kept["kind"], kept["text"]) == ("fortify", "army", "I4T4B2")


def test_ones_own_conditional_turns_are_in_it_and_an_opponents_are_not(
    file_of: Any, player: User, opponent: User, match: Match, player_seat: Seat
) -> None:
    turns.submit_turn(player_seat, 1, "T@b3", LogEntry.Via.SITE)
    set_lines(player_seat, "if T@c3 then I@b2 if pass then b3-a1; if I@c3 then pass", LogEntry.Via.SITE)
    [found] = file_of(player)["matches"]
    assert found["conditional_turns"]["lines"] == ["if T@c3 then I@b2 if pass then b3-a1", "if I@c3 then pass"]
    [other] = file_of(opponent)["matches"]
    assert other["conditional_turns"] is None
    assert "I@b2" not in json.dumps(file_of(opponent))


def test_neither_state_nor_seed_is_in_it(file_of: Any, player: User, match: Match) -> None:
    text = json.dumps(file_of(player))
    assert match.seed not in text
    assert '"state"' not in text


def test_whether_a_challenged_address_has_an_account_is_not_in_it(file_of: Any, player: User, opponent: User) -> None:
    challenge: Offer = ChallengeFactory(challenger=player, opponent=None, email="ben@players.example")
    [found] = file_of(player)["challenges_made"]
    assert found["opponent_email"] == challenge.places.get().address
    assert found["opponent"] is None


def test_a_challenge_one_received_does_not_say_which_address_was_typed(
    file_of: Any, player: User, opponent: User
) -> None:
    ChallengeFactory(challenger=opponent, opponent=player)
    [found] = file_of(player)["challenges_received"]
    assert found["challenger"] == "Ben"
    assert "opponent_email" not in found


def test_mails_and_links_are_listed_without_their_secrets(file_of: Any, player: User) -> None:
    OutboxMail.objects.create(kind="account", user=player, subject="Code", text="SECRET-CODE")
    Link.objects.create(user=player, token_hash="f" * 64, purpose="turn")
    found = file_of(player)
    assert [mail["kind"] for mail in found["mails"]] == ["account"]
    assert [link["purpose"] for link in found["links"]] == ["turn"]
    assert "SECRET-CODE" not in json.dumps(found)
    assert "f" * 64 not in json.dumps(found)


def test_vacation_and_what_was_used_of_it_are_in_it(file_of: Any, player: User, opponent: User) -> None:
    now = datetime(2026, 5, 4, 10, tzinfo=UTC)
    pool = pauses.friendly_pool()
    for user in (player, opponent):
        match = MatchFactory(players=[user, UserFactory()], vacation_pool=pool)
        Vacation.objects.create(player=user, starts_at=now, ends_at=now + DAY, made_at=now)
        VacationDay.objects.create(player=user, pool=pool, seat=match.seats.get(player=user), at=now)
        ClockChange.objects.create(user=user, at=now)
    User.objects.update(night_from=time(23, 30))
    found = file_of(player)
    assert found["leave"] == [
        {"starts_at": "2026-05-04T10:00:00Z", "ends_at": "2026-05-05T10:00:00Z", "made_at": "2026-05-04T10:00:00Z"}
    ]
    played = player.seats.get().match_id
    assert found["leave_days_used_at_zero"] == [
        {"at": "2026-05-04T10:00:00Z", "match": played, "days_of": "Friendly matches"}
    ]
    assert found["clock_changes"] == ["2026-05-04T10:00:00Z"]
    assert found["profile"]["night_from"] == "23:30:00"


def test_it_has_the_names_that_the_player_had(file_of: Any, player: User) -> None:
    with time_machine.travel(datetime(2026, 5, 4, 10, tzinfo=UTC), tick=False):
        FormerName.objects.create(user=player, name="Ada L.", at=clock.now())
    assert file_of(player)["former_names"] == [{"name": "Ada L.", "at": "2026-05-04T10:00:00Z"}]


def test_the_number_of_queries_does_not_grow_with_the_matches(player: User, opponent: User) -> None:
    counts = []
    for _ in range(2):
        MatchFactory(players=[player, opponent])
        ChallengeFactory(challenger=UserFactory(), opponent=player)
        with CaptureQueriesContext(connection) as queries:
            export_account(player)
        counts.append(len(queries))
        assert not any('"state"' in query["sql"] for query in queries.captured_queries)
    assert counts[0] == counts[1]


def test_events_one_has_entered_or_organised_are_in_it(file_of: Any, player: User) -> None:
    entry = enter.enter(EventFactory(name="Spring Cup"), player)
    requested_byes.request_byes(entry, [2])
    event = EventFactory(name="Autumn Cup", organisers=[player])
    for by in (player, UserFactory()):
        Announcement.objects.create(event=event, by=by, subject=f"By {by}", text="Hello.")
    found = file_of(player)["events"]
    assert [(each["subject"], each["text"]) for each in found["announcements_written"]] == [("By Ada", "Hello.")]
    assert [(each["event"], each["status"], each["absences"]) for each in found["entries"]] == [
        ("Spring Cup", "entered", [{"round": 2, "bye": "H"}])
    ]
    assert found["events_organised"] == ["Autumn Cup"]
    assert [line["words"] for line in found["done_in_events"]] == ["Ada entered.", "Ada will miss round 2."]


def test_the_terms_of_what_was_offered_and_a_teams_name_are_in_it(file_of: Any, player: User, opponent: User) -> None:
    offer: Offer = ChallengeFactory(challenger=player, opponent=opponent, first=Offer.First.YOU)
    wish: dict[str, Any] = {
        "game_slug": "fortress",
        "paces": Seek.join_paces(["3"]),
        "rating": 1500,
        "expires_at": offer.expires_at,
    }
    Seek.objects.create(player=player, seats=3, **wish)
    EntryFactory(player=player, team="The Anglers")
    found = file_of(player)
    (made,) = found["challenges_made"]
    assert (made["seats"], made["first"]) == (2, "you")
    assert made["expires_at"] > made["made_at"]
    assert [each["seats"] for each in found["waiting_in_the_lobby"]] == [3]
    assert [each["team"] for each in found["events"]["entries"]] == ["The Anglers"]
