"""Matches that all players win or lose together: The Last Fairy Tale from the start page, the table and the mailbox."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from engine.games import game
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.computers import think
from matches.gate import draws, timeout, turns
from matches.gate.refused import MatchRefused
from matches.home.calendar_feed import calendar
from matches.mails.turn_delivery import KIND
from matches.match_view import lists
from matches.match_view.endings import headline, result_in_words
from matches.models import Match, Seat
from matches.offers import begin, set_up, terms
from matches.time_control.time_control import TimeControl
from matches.verify.replay import differences
from tests.support.cheap_pictures import draw_dots
from tests.support.composed_mails import html_of, text_of
from tests.support.factories import MatchFactory, UserFactory
from tests.support.mail_players import newest, write
from tests.support.markup import compact
from tests.support.matches import SITE, asked, told, travel_past_grace_of

pytestmark = pytest.mark.django_db
GAME = game("fairytale")
SMALL = {"option_level": "easy", "option_tiles": "plain", "option_cast": "plain"}
AGAINST = ("against", "opponent", "Opponent", "a draw", "rematch")
MOST_TURNS = 60


def match_at(address: str) -> Match:
    return Match.objects.get(pk=int(address.strip("/").rpartition("/")[2]))


def a_turn(match: Match, seat: Seat, chance: random.Random) -> str:
    return GAME.sample(match.loaded_state, seat.index, chance)


def team(*names: str) -> tuple[Match, list[User]]:
    people: list[User] = [UserFactory(display_name=name) for name in names]
    match: Match = MatchFactory(game_slug="fairytale", players=people)
    return match, people


def pages(match: Match, reader: User) -> str:
    browser = Client()
    browser.force_login(reader)
    there = (match.get_absolute_url(), "/", "/matches/", "/matches/?show=finished", f"/players/{reader.pk}/")
    found = [browser.get(address) for address in there]
    assert [response.status_code for response in found] == [200] * len(there)
    return "".join(response.content.decode() for response in found)


def play_on(match: Match, chance: random.Random) -> Match:
    for _ in range(MOST_TURNS * 5):
        match = Match.objects.get(pk=match.pk)
        if match.is_over:
            return match
        seat = asked(match)
        turns.submit_turn(seat, seat.asked_turn or 0, a_turn(match, seat, chance), SITE)
    raise AssertionError("It never ended.")


# -- alone -------------------------------------------------------------------------------------------------------------


def test_a_visitor_begins_alone_by_one_button_and_plays_to_the_end() -> None:
    visitor = Client()
    address = reverse("matches:play_alone", args=["fairytale"])
    assert f'action="{address}"' in visitor.get("/").content.decode()
    match = match_at(visitor.post(address, SMALL).headers["Location"])
    assert match_at(visitor.post(address, SMALL).headers["Location"]) == match  # pressed twice
    (own,) = match.seats.all()
    assert own.player is not None
    assert own.player.is_guest
    chance = random.Random(1)
    turn = {"text": a_turn(match, own, chance), "number": str(own.asked_turn)}
    assert visitor.post(reverse("matches:play", args=[match.pk]), turn).status_code == 303
    assert not any(word in visitor.get(match.get_absolute_url()).content.decode() for word in AGAINST)
    match = play_on(match, chance)
    page = visitor.get(match.get_absolute_url()).content.decode()
    (own,) = match.seats.all()
    assert ("You won" if own.share else "You lost") in headline([own], own)
    assert page.count(str(match.result_words)) >= 1
    assert f"{own.name} lost." not in page
    assert f"{own.name} won." not in page
    assert differences(match) == []


def test_a_member_begins_alone_at_the_level_they_choose() -> None:
    browser, ann = Client(), UserFactory(display_name="Ann")
    browser.force_login(ann)
    address = reverse("matches:play_alone", args=["fairytale"])
    refused = browser.post(address, SMALL | {"option_level": "harder"})
    assert refused.status_code == 422
    match = match_at(browser.post(address, SMALL | {"option_level": "hard"}).headers["Location"])
    assert match.options["level"] == "hard"
    (card,) = lists.cards(lists.running_seats(ann), ann)
    assert card.against == "Solo"
    assert "Last Fairy Tale: deadline\r\n" in calendar(ann).decode()
    browser.get(reverse("matches:resign", args=[match.pk]))
    browser.post(reverse("matches:resign", args=[match.pk]), {"confirm": "1"})
    match.refresh_from_db()
    (card,) = lists.cards(lists.finished_seats(ann), ann)
    assert (match.is_over, card.outcome) == (True, "Lost solo")
    listed = browser.get(f"/players/{ann.pk}/").content.decode()
    assert 'The Last Fairy Tale. Diamonds destroyed: <span class="score">0</span>. Lost: ' in compact(listed)


def test_only_team_games_are_played_alone() -> None:
    assert Client().get(reverse("matches:play_alone", args=["fortify"])).status_code == 404


# -- a table -----------------------------------------------------------------------------------------------------------


def test_a_new_challenge_to_a_team_game_is_a_table() -> None:
    browser = Client()
    browser.force_login(UserFactory())
    table = reverse("matches:table_new")
    response = browser.post(reverse("matches:challenge_new"), {"game": "fortify", "switch": "fairytale"})
    assert response.headers["Location"] == f"{table}?game=fairytale"
    form = browser.get(response.headers["Location"]).content.decode()
    assert "1: you play alone" in form
    assert "Hard" in form


def test_a_team_gathers_at_a_table_by_name_and_by_mail_and_its_host_begins_without_the_rest() -> None:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name="Ben")
    browser = Client()
    browser.force_login(ann)
    asks = {
        "game": "fairytale",
        "seats": "4",
        "invited": "Ben\nnew@players.example",
        "free": "open",
        "pace": "3",
        "at_zero": "lose",
        **SMALL,
    }
    response = browser.post(reverse("matches:table_new"), asks)
    assert response.status_code == 303, response.content.decode()
    assert "Ann invites you to play The Last Fairy Tale in a team" in newest(ben, "challenge").subject
    assert write(newest(ben, "challenge"), "accept").outcome == "accepted"
    page = browser.get(response.headers["Location"]).content.decode()
    assert "Begin with 1 other" in page
    match = match_at(browser.post(response.headers["Location"], {"action": "begin"}).headers["Location"])
    assert sorted(seat.name for seat in match.seats.all()) == ["Ann", "Ben"]
    assert match.options == {"level": "easy", "tiles": "plain", "cast": "plain", "rules": "2"}


def test_a_team_has_its_turns_pass_on_during_vacations_if_its_host_chooses_so() -> None:
    """Each player who is invited reads it. Someone who plays alone has nobody to pass a turn to."""
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name="Ben")
    browser = Client()
    browser.force_login(ann)
    address, said = reverse("matches:table_new"), "While a player is on vacation, their turns pass to the next player."
    asks = {"game": "fairytale", "seats": "2", "invited": "Ben", "free": "open", "pace": "3", "at_zero": "lose"}
    asks |= SMALL | {"baton": "on"}
    assert 'data-when-name="seats"' in browser.get(f"{address}?game=fairytale").content.decode()
    refused = browser.post(address, asks)
    assert refused.status_code == 422
    assert "Turns can pass on only while vacation pauses the clock" in refused.content.decode()
    table = browser.post(address, asks | {"vacation": "on"}).headers["Location"]
    assert said in browser.get(table).content.decode()
    invitation = newest(ben, "challenge")
    assert said in " ".join(text_of(invitation).split())
    for part in (text_of(invitation), html_of(invitation)):
        assert "in a team of 2, all together against the game" in " ".join(part.split())
    assert write(newest(ben, "challenge"), "accept").outcome == "accepted"
    match = Match.objects.get()
    assert match.baton
    page = browser.get(match.get_absolute_url()).content.decode()
    assert said in page
    for seat in match.seats.all():
        turns.resign(seat, SITE)
    again = browser.get(browser.get(match.get_absolute_url()).context["after"].again_url).context["form"]
    assert again["baton"].value()
    solo = match_at(browser.post(address, asks | {"seats": "1", "invited": ""}).headers["Location"])
    assert not solo.baton
    assert said not in browser.get(solo.get_absolute_url()).content.decode()
    assert "baton" not in browser.get(f"{address}?game=fortress").context["form"].fields


def test_a_computer_fills_up_a_team_and_plays_its_turns() -> None:
    """It is chosen where the team is put together, and plays with its figure as the rules let it."""
    ann = UserFactory(display_name="Ann")
    browser = Client()
    browser.force_login(ann)
    address, asks = reverse("matches:table_new"), {"game": "fairytale", "seats": "2", "free": "open", "pace": "3"}
    form = browser.get(f"{address}?game=fairytale").content.decode()
    assert all(f'name="computers" value="{key}"' in form for key in ("easy", "medium", "hard"))
    alone = browser.post(address, asks | SMALL | {"at_zero": "lose", "computers": "easy", "seats": "1"})
    assert "You play alone: choose no computer, or more players." in alone.content.decode()
    assert "you can invite" not in alone.content.decode()
    response = browser.post(address, asks | SMALL | {"at_zero": "lose", "computers": "easy"})
    match = match_at(browser.get(response.headers["Location"], follow=True).request["PATH_INFO"])
    chance, computer = random.Random(4), match.seats.get(player__computer="easy")
    while not match.is_over and match.log_length < 6:
        if asked(match).pk == computer.pk:
            assert think.think_due() == 1
        else:
            turns.submit_turn(asked(match), asked(match).asked_turn or 0, a_turn(match, asked(match), chance), SITE)
        match = Match.objects.get(pk=match.pk)
    assert match.log.filter(seat=computer).exists()
    assert differences(match) == []


def test_a_host_whom_nobody_joined_begins_alone() -> None:
    ann = UserFactory()
    control = TimeControl.fixed(3)
    table = set_up.set_up(terms.compose(ann, seats=2, game_slug="fairytale", options={}, control=control))
    assert [seat.player for seat in begin.begin(table, ann).seats.all()] == [ann]


# -- together ----------------------------------------------------------------------------------------------------------


def test_a_team_plays_by_mail_and_reads_of_no_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_dots(monkeypatch)
    match, people = team("Ann", "Ben", "Cleo")
    chance = random.Random(4)
    for _ in range(MOST_TURNS * 5):
        match.refresh_from_db()
        if match.is_over:
            break
        seat = asked(match)
        assert seat.player is not None
        assert write(newest(seat.player, KIND), a_turn(match, seat, chance)).outcome == "played"
    assert match.is_over
    for mail in OutboxMail.objects.filter(match=match).order_by("-pk")[:12]:
        written = compose(mail)
        assert written is None or not any(word in text_of(written) + html_of(written) for word in AGAINST)
    seats = list(match.seats.select_related("player"))
    ending = "won" if seats[0].share else "lost"
    assert {seat.share for seat in seats} == {seats[0].share}
    assert result_in_words(match, seats) == f"Ann, Ben and Cleo {ending}"
    for reader in people:
        told_of_end = text_of(newest(reader, "match_over"))
        assert f"Your team {ending}: the match is over." in told_of_end
        assert f"Diamonds destroyed:\nAnn, Ben and Cleo: {seats[0].score}\n" in told_of_end
        assert re.findall(r"gainst (?:Ann|Ben|Cleo)", pages(match, reader)) == []
    (card,) = lists.cards(lists.finished_seats(people[0]), people[0])
    assert card.outcome == f"{ending.capitalize()} with Ben and Cleo"
    assert card.score == str(seats[0].score)
    assert differences(match) == []


def test_an_email_is_enough_to_choose_a_figure_and_to_learn_how_a_turn_is_written() -> None:
    match, (ann, ben) = team("Ann", "Ben")
    seat = asked(match)
    turns.submit_turn(seat, seat.asked_turn or 0, a_turn(match, seat, random.Random(2)), SITE)
    asked_for = newest(ann, KIND)
    parts = [
        " ".join(text.split()) for text in (text_of(asked_for), unescape(re.sub("<[^>]+>", " ", html_of(asked_for))))
    ]
    for part in parts:
        assert "as:huntsman" in part
        assert "may drive off a monster on a touching tile instead" in part
        assert "(Figure: " in part  # what the example means
    write(asked_for, "help")
    for part in (text_of(newest(ann, "hello")), html_of(newest(ann, "hello"))):
        assert "How a turn is written:" in part
        assert "lay a tile there, with its top to the east" in part
        assert "bend, roads to the north and east" in part
    turns.submit_turn(asked(match), asked(match).asked_turn or 0, "as:huntsman 5:n", SITE)
    write(asked_for, "help")  # while it is the other's turn
    assert "How a turn is written:" in text_of(newest(ann, "hello"))
    assert asked(match).player == ben


def test_who_resigns_or_runs_out_of_time_is_out_and_the_team_plays_on() -> None:
    match, (ann, ben, cleo) = team("Ann", "Ben", "Cleo")
    chance = random.Random(2)
    one = asked(match)
    turns.submit_turn(one, one.asked_turn or 0, a_turn(match, one, chance), SITE)  # the first tiles
    match.refresh_from_db()
    turns.resign(match.seats.get(player=ben), SITE)
    match.refresh_from_db()
    late = asked(match)
    told(match)
    with travel_past_grace_of(late):
        assert timeout.time_out(late.pk, late.asked_turn or 0) is not None
    match.refresh_from_db()
    left = asked(match)
    assert not match.is_over
    assert {late.player, left.player} == {ann, cleo}
    match = play_on(match, chance)
    assert {seat.share for seat in match.seats.all()} in ({0}, {1})
    assert differences(match) == []


def test_the_last_player_to_leave_loses_for_all() -> None:
    match, (ann, ben) = team("Ann", "Ben")
    turns.resign(match.seats.get(player=ann), SITE)
    browser = Client()
    browser.force_login(ben)
    page = browser.get(reverse("matches:resign", args=[match.pk])).content.decode()
    assert "You’re the last player left: if you resign, your team loses at once." in page
    turns.resign(match.seats.get(player=ben), SITE)
    match.refresh_from_db()
    assert match.how_it_ended == "left"
    assert [seat.share for seat in match.seats.all()] == [0, 0]


def test_a_team_has_its_diamonds_once_and_not_each_player() -> None:
    match, (ada, _ben) = team("Ada", "Ben")
    browser = Client()
    browser.force_login(ada)
    page = browser.get(match.get_absolute_url()).content.decode()
    assert page.count("Diamonds destroyed: <b>0</b>") == 1
    assert "player-score" not in page
    assert "side-score" not in page


def test_nobody_offers_the_team_a_draw() -> None:
    match, (ann, _) = team("Ann", "Ben")
    with pytest.raises(MatchRefused):
        draws.offer_draw(match.seats.get(player=ann), SITE)


def test_after_the_end_the_form_for_another_match_is_filled_in() -> None:
    match, (ann, ben) = team("Ann", "Ben")
    for player in (ann, ben):
        turns.resign(match.seats.get(player=player), SITE)
    browser = Client()
    browser.force_login(ann)
    page = browser.get(match.get_absolute_url())
    form = browser.get(page.context["after"].again_url).context["form"]
    assert (form["seats"].value(), form["invited"].value()) == (2, "Ben")


def test_german_readers_are_told_how_the_team_fared() -> None:
    match, (ann, ben) = team("Ann", "Ben")
    for player in (ann, ben):
        turns.resign(match.seats.get(player=player), SITE)
    match.refresh_from_db()
    with translation.override("de"):
        seats = list(match.seats.select_related("player"))
        assert result_in_words(match, seats) == "Ann und Ben haben verloren"
        assert headline(seats, seats[0]) == "Dein Team hat verloren"
