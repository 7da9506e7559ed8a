"""The baton: while a player is on vacation, their turns pass to the next one who is there, if the terms have it so."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.computers import computer_player
from accounts.models import User
from engine.record.check import report
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches import sweep
from matches.clocks import pauses
from matches.gate import event_clocks, turns
from matches.gate.refused import MatchRefused
from matches.mails.tokens import mint_turn
from matches.models import LogEntry, Match, Seat
from matches.record.record import record_of
from matches.time_control.time_control import DAY, HOUR, TimeControl
from matches.vacation import plans
from matches.vacation.follow import follow_player
from matches.verify.replay import differences
from tests.support.factories import MatchFactory, UserFactory
from tests.support.mail_players import last_text, newest, write
from tests.support.matches import SITE, Mails, asked, kinds
from tests.support.vacation import MONDAY, day_of_may, may, on_monday, taken

pytestmark = pytest.mark.django_db
SMALL = {"level": "easy", "tiles": "plain", "cast": "plain"}
SIXTH = may(6)


@pytest.fixture
def people() -> list[User]:
    return [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]


def begin(people: Sequence[User], **more: Any) -> Match:
    """A team that passes the baton, with three days a turn and a day more for each."""
    control = TimeControl(3 * DAY, DAY, 5 * DAY)
    terms = {"control": control, "baton": True, "vacation_pool": pauses.friendly_pool(), **more}
    match: Match = MatchFactory(game_slug="fairytale", options=SMALL, players=people, **terms)
    return match


def play(match: Match, luck: int = 1) -> Match:
    """The turn that is asked for."""
    match.refresh_from_db()
    seat = asked(match)
    text = match.game.sample(match.loaded_state, seat.index, random.Random(luck))
    turns.submit_turn(seat, seat.asked_turn, text, SITE)
    match.refresh_from_db()
    return match


def to_move(match: Match) -> str:
    match.refresh_from_db()
    return asked(match).name


def words(match: Match) -> list[str]:
    """What the log says of turns that passed on."""
    lines = match.log.filter(kind=LogEntry.Kind.BATON).select_related("seat__player").order_by("index")
    return [f"{line.seat.name if line.seat else ''}: {line.words}" for line in lines]


# -- when it passes ---------------------------------------------------------------------------------------------------


def test_a_turn_passes_to_the_next_player_when_it_comes_to_one_who_is_away(people: list[User], mails: Mails) -> None:
    with on_monday():
        match = begin(people)
        taken(people[1], MONDAY, may(20))
        Seat.objects.filter(match=match).update(pauses_changed_at=MONDAY)
        sweep.sweep_matches()
        play(match)  # the first tiles
        mails()
        play(match)
        assert (to_move(match), words(match)) == ("Cleo", ["Ben: On vacation: the turn passes to Player 3."])
        assert sorted(mails()) == [("baton_passed", "Ann"), ("baton_passed", "Ben"), ("your_turn", "Cleo")]
        play(match)
        assert to_move(match) == "Ann"
    assert differences(match) == []


def test_it_passes_at_once_when_the_player_who_is_asked_goes_on_vacation(people: list[User]) -> None:
    """What time they had for it is theirs again, and the next one has their own."""
    ann, *_ = people
    with on_monday():
        match = begin(people)
    with on_monday(hours=30):
        plans.take(ann, None, day_of_may(12), MONDAY + 30 * HOUR)
        assert follow_player(ann).words == "No deadline moved. 1 turn passed to the next player."
        assert to_move(match) == "Ben"
        assert [seat.bank for seat in match.seats.all()] == [3 * DAY] * 3
        assert asked(match).deadline == MONDAY + 30 * HOUR + 3 * DAY
        assert kinds(match) == ["pauses", "baton"]
    assert differences(match) == []


def test_it_passes_when_a_planned_vacation_begins(people: list[User]) -> None:
    with on_monday():
        plans.take(people[0], day_of_may(6), day_of_may(12), MONDAY)
        match = begin(people)
        sweep.sweep_matches()
        assert to_move(match) == "Ann"
    with on_monday(days=2):
        assert sweep.sweep_batons(SIXTH + HOUR) == 1
        assert sweep.sweep_batons(SIXTH + HOUR) == 0
        assert to_move(match) == "Ben"
    assert differences(match) == []


def test_it_passes_by_all_who_are_away_and_each_player_gets_one_email(people: list[User], mails: Mails) -> None:
    with on_monday():
        for player in people[:2]:
            taken(player, MONDAY, may(20))
        match = begin(people)
        assert words(match) == [
            "Ann: On vacation: the turn passes to Player 2.",
            "Ben: On vacation: the turn passes to Player 3.",
        ]
        assert sorted(mails()) == [("baton_passed", "Ann"), ("baton_passed", "Ben"), ("your_turn", "Cleo")]
        assert "You’re on vacation, so Cleo takes the turn." in last_text(people[0], "baton_passed")
    assert differences(match) == []


def test_it_waits_while_all_are_away_for_the_first_who_is_back(people: list[User]) -> None:
    with on_monday():
        for player, until in zip(people, (may(20), may(18), SIXTH), strict=True):
            taken(player, MONDAY, until)
        match = begin(people)
        assert sweep.sweep_batons(MONDAY) == 0
        assert (to_move(match), words(match)) == ("Ann", [])
        vacation = people[1].vacations.get()
    with on_monday(hours=20):
        plans.cut_short(people[1], vacation.pk, MONDAY + 20 * HOUR)
        follow_player(people[1])
        assert to_move(match) == "Ben"
    assert differences(match) == []


def test_it_passes_on_when_the_vacation_of_another_ends(people: list[User]) -> None:
    with on_monday():
        for player, until in zip(people, (may(20), may(18), SIXTH), strict=True):
            taken(player, MONDAY, until)
        match = begin(people)
    with on_monday(days=2):
        sweep.sweep_batons(SIXTH + HOUR)
        assert to_move(match) == "Cleo"
        assert len(words(match)) == 2
    assert differences(match) == []


def test_who_comes_back_before_the_other_has_played_plays_when_it_is_their_turn_again(people: list[User]) -> None:
    ann, *_ = people
    with on_monday():
        vacation = taken(ann, MONDAY, may(20))
        match = begin(people)
    with on_monday(hours=1):
        plans.cut_short(ann, vacation.pk, MONDAY + HOUR)
        follow_player(ann)
        assert to_move(match) == "Ben"
        for _ in range(3):
            play(match)
        assert to_move(match) == "Ann"
    assert differences(match) == []


# -- when it doesn't --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [{"baton": False}, {"vacation_pool": None}])
def test_it_stays_where_the_team_does_not_have_it_so_and_where_vacation_pauses_no_clock(
    terms: dict[str, Any], people: list[User]
) -> None:
    with on_monday():
        taken(people[0], MONDAY, may(20))
        match = begin(people, **terms)
        sweep.sweep_batons(MONDAY)
        assert (to_move(match), kinds(match)) == ("Ann", [])


def test_it_stays_with_a_player_whose_vacation_days_are_used_up(people: list[User]) -> None:
    """Their clock runs, too."""
    pool = pauses.friendly_pool()
    pool.days = 2
    pool.save()
    with on_monday():
        taken(people[0], MONDAY, may(20))
    with on_monday(days=3):
        match = begin(people)
        assert to_move(match) == "Ann"
        assert asked(match).deadline == MONDAY + 6 * DAY


def test_it_stays_while_all_clocks_of_the_event_are_paused(people: list[User]) -> None:
    with on_monday():
        match = begin(people)
        event_clocks.stop_all(match, 1, MONDAY, "a holiday")
        plans.take(people[0], None, day_of_may(12), MONDAY)
        follow_player(people[0])
        assert to_move(match) == "Ann"
        event_clocks.start_all(match, 2, "it is over")
        sweep.sweep_batons(MONDAY)
        assert to_move(match) == "Ben"
    assert differences(match) == []


def test_a_computer_takes_a_turn_over_but_does_not_play_on_alone(people: list[User]) -> None:
    ann, ben, _ = people
    computer = computer_player("easy")
    with on_monday():
        taken(ann, MONDAY, may(20))
        alone, with_ben = begin([ann, computer]), begin([ann, computer, ben])
        assert (to_move(alone), to_move(with_ben)) == ("Ann", computer.display_name)


def test_who_plays_alone_has_no_baton(people: list[User]) -> None:
    assert not begin(people[:1]).baton
    assert not MatchFactory(baton=True, vacation_pool=pauses.friendly_pool()).baton  # nor has a game of opponents


# -- what is seen of it -----------------------------------------------------------------------------------------------


def test_an_email_and_a_link_for_a_turn_that_has_passed_on_say_so(people: list[User]) -> None:
    ann, *_ = people
    with on_monday():
        match = begin(people)
        letter, seat = newest(ann, "your_turn"), asked(match)
        link = mint_turn(seat, seat.asked_turn or 0)
        text = match.game.sample(match.loaded_state, 0, random.Random(1))
        taken(ann, MONDAY, may(20))
        Seat.objects.filter(pk=seat.pk).update(pauses_changed_at=MONDAY)
        sweep.sweep_matches()
        said = "You were on vacation, so this turn passed to the next player."
        with pytest.raises(MatchRefused, match=said):
            turns.submit_turn(seat, seat.asked_turn, text, SITE)
        assert write(letter, text).outcome == "refused"
        assert said in last_text(ann, "refusal")
        assert said in Client().get(reverse("matches:link", args=[link])).content.decode()
        assert to_move(match) == "Ben"


def test_the_next_player_reads_why_it_is_their_turn_and_the_others_whose_it_is(people: list[User]) -> None:
    with on_monday():
        taken(people[0], MONDAY, may(20))
        match = begin(people)
        assert "Ann: On vacation: the turn passes to Ben." in last_text(people[1], "your_turn")
        told = last_text(people[2], "baton_passed")
        assert told.startswith("Ann is on vacation, so Ben takes the turn.")
        assert "Ben to move, by Thu 7 May 2026, 10:00" in told
        play(match)
        assert compose(OutboxMail.objects.get(kind="baton_passed", user=people[2])) is None


def test_the_page_shows_it_among_the_turns_and_tells_the_absent_player(people: list[User]) -> None:
    browser = Client()
    browser.force_login(people[0])
    with on_monday():
        taken(people[0], MONDAY, may(20))
        match = begin(people)
        page = browser.get(match.get_absolute_url()).content.decode()
        assert "While a player is on vacation, their turns pass to the next player." in page
        assert page.count("On vacation: the turn passes to Ben.") == 2  # in the log and in the table of turns
        assert "your turns pass to the next player until you’re back" in page


def test_a_match_is_played_to_its_end_with_a_player_away_and_its_record_is_sound(people: list[User]) -> None:
    with on_monday():
        taken(people[1], MONDAY, may(28))
        match = begin(people)
        for luck in range(200):
            if match.is_over:
                break
            play(match, luck)
    assert match.is_over
    assert not match.log.filter(kind=LogEntry.Kind.PLAY, seat__player=people[1]).exists()
    assert differences(match) == []
    status, said = report(record_of(match, list(match.seats.order_by("index")), None))
    assert (status, said[0].startswith("Result:")) == (0, True)


def test_who_leaves_and_who_is_away_are_both_told_of(people: list[User], mails: Mails) -> None:
    """Ben resigns on his turn, and Cleo is away, so it is Ann's."""
    with on_monday():
        match = begin(people)
        play(play(match))
        taken(people[2], MONDAY, may(20))
        Seat.objects.filter(match=match).update(pauses_changed_at=MONDAY)
        sweep.sweep_matches()
        mails()
        turns.resign(asked(match), SITE)
        assert to_move(match) == "Ann"
        assert sorted(mails()) == [("baton_passed", "Cleo"), ("seat_left", "Cleo"), ("your_turn", "Ann")]
    assert differences(match) == []


def test_the_page_of_vacations_says_where_turns_pass_on_meanwhile(people: list[User]) -> None:
    browser = Client()
    browser.force_login(people[0])
    begin(people)
    begin(people, baton=False)
    page = browser.get(reverse("matches:vacation")).content.decode()
    assert "In 1 team match, your turns pass to the next player meanwhile." in page
