"""A match of Fortress for four, from the table to the end, with the pages and emails of all."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from accounts.computers import computer_player
from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.computers import think
from matches.gate import clock_acts, timeout, turns
from matches.mails.turn_delivery import KIND
from matches.match_view.endings import result_in_words
from matches.models import LogEntry, Match
from matches.offers import answers, set_up, terms
from matches.record.names import named, names_in
from matches.time_control.time_control import DAY, TimeControl
from matches.verify.replay import differences
from tests.support.cheap_pictures import draw_dots
from tests.support.composed_mails import html_of, text_of
from tests.support.factories import MatchFactory, UserFactory
from tests.support.mail_players import newest, write
from tests.support.matches import SITE, asked, submit, told, travel_past_grace_of
from tests.support.offers import accepted
from tests.support.pages import words
from tests.support.tables import table_of

pytestmark = pytest.mark.django_db
MOST_TURNS = 1500
UNNAMED = re.compile(r".{60}Player [1-9](?!</span>).{40}")  # what the game calls a seat, but for the sides' labels
RESIGNS, TIMES_OUT = 60, 90  # whoever is asked after so many turns


def named_result(match: Match) -> str:
    return named(match.result_words, names_in(match.game, list(match.seats.select_related("player"))))


def look(match: Match, browsers: dict[int, Client]) -> None:
    for seat in match.seats.all():
        response = browsers[seat.player_id or 0].get(match.get_absolute_url())
        assert response.status_code == 200
        assert UNNAMED.findall(response.content.decode()) == []


def test_four_play_to_the_end_though_one_resigns_and_one_runs_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_dots(monkeypatch)
    people: list[User] = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo", "Dev")]
    browsers = {user.pk: Client() for user in people}
    for user in people:
        browsers[user.pk].force_login(user)
    table = table_of(people[0], game="fortress")
    for user in people[1:3]:
        answers.accept_place(table, user)
    match = accepted(table, people[3])
    chance = random.Random(3)
    look(match, browsers)
    for number in range(MOST_TURNS):
        match = Match.objects.get(pk=match.pk)
        if match.is_over:
            break
        seat = asked(match)
        if number == RESIGNS:
            turns.resign(seat, SITE)
            look(match, browsers)
            continue
        if number == TIMES_OUT:
            told(match)
            with travel_past_grace_of(seat):
                assert timeout.time_out(seat.pk, seat.asked_turn or 0) is not None
            continue
        turns.submit_turn(seat, seat.asked_turn or 0, match.game.sample(match.loaded_state, seat.index, chance), SITE)
        if number % 25 == 0:
            look(match, browsers)
            for mail in OutboxMail.objects.filter(match=match).order_by("-pk")[:4]:
                written = compose(mail)
                assert written is None or UNNAMED.findall(f"{text_of(written)} {html_of(written)}") == []
    assert match.is_over
    look(match, browsers)
    assert differences(match) == []
    words = result_in_words(match, list(match.seats.select_related("player")))
    assert all(name in words for name in ("Ann", "Ben", "Cleo", "Dev"))
    assert OutboxMail.objects.filter(match=match, kind="seat_left").exists()
    told_of_end = OutboxMail.objects.filter(match=match, kind="match_over")
    assert {mail.user for mail in told_of_end if compose(mail)} == set(people)


def test_an_invitation_shows_the_board_with_all_its_seats() -> None:
    host, guest = UserFactory(), UserFactory()
    table_of(host, guest.display_name, seats=4, game="fortress")
    assert "Player 4 · " in text_of(newest(guest, "challenge"))


def test_an_email_says_nothing_of_sides_that_are_names() -> None:
    people = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    match: Match = MatchFactory(game_slug="fortress", players=people)
    submit(match.seats.get(index=0), "place left")
    text = text_of(newest(people[1], KIND))
    assert "You are" not in text
    assert "Ann is" not in text


def test_receipts_of_replies_name_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_dots(monkeypatch)
    people: list[User] = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    match: Match = MatchFactory(game_slug="fortress", players=people, options={"pace": "whole"})
    for seat in match.seats.all():
        submit(seat, "fortify LLLLLLLL keep")
    assert write(newest(people[0], KIND), "attack 1 left").outcome == "played"
    receipt = newest(people[0], "receipt")
    said = f"{text_of(receipt)} {html_of(receipt)}"
    assert "You played: Attacked the left end of Ben’s hand" in said
    assert UNNAMED.findall(said) == []


def test_a_sitting_is_told_by_its_last_placing_alone() -> None:
    people: list[User] = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    match: Match = MatchFactory(game_slug="fortress", players=people, options={"pace": "single"})
    ann, ben, cleo = match.seats.all()
    for seat in (ann, cleo, ben):
        for text in (*["place left"] * 8, "keep"):
            submit(seat, text)
    assert not OutboxMail.objects.filter(match=match, kind="pick_made").exists()
    happened = text_of(newest(people[0], KIND)).partition("What happened:")[2]
    assert "Placed a card" not in happened
    assert happened.count("Finished fortifying") == 2
    assert "Commitment" not in happened


def test_who_plays_by_a_link_reads_names_in_what_became_of_the_turn(client: Client) -> None:
    people: list[User] = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    match: Match = MatchFactory(game_slug="fortress", players=people, options={"pace": "whole"}, seed=bytes(32).hex())
    for seat in match.seats.all():
        submit(seat, "fortify LLLLLLLL keep")
    link = re.findall(r"https?://[^/]+(/l/\S+)", text_of(newest(people[0], KIND)))[0]
    submit(asked(match), "attack 1 left")
    page = client.get(link).content.decode()
    assert re.search("Blocked: Ben shows|Beaten: Ben loses", page)
    assert "Player 2 " not in page


def test_lists_tell_the_result_of_a_table_by_names() -> None:
    people: list[User] = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    match: Match = MatchFactory(game_slug="fortress", players=people, options={"pace": "whole", "length": "1"})
    for seat in match.seats.all():
        submit(seat, "fortify LLLLLLLL keep")
    reader = Client()
    reader.force_login(people[2])
    assert "Ann, Ben and Cleo 0. Round 1" in words(reader.get("/matches/").content.decode())
    for _ in people:
        submit(asked(match), "pass")
    match.refresh_from_db()
    result = result_in_words(match, list(match.seats.select_related("player")))
    assert f"{result}. Match over" in words(reader.get("/matches/?show=finished").content.decode())
    assert f"Fortress. {named_result(match)}" in words(reader.get("/").content.decode())


def test_a_gift_of_time_at_a_table_says_who_got_it() -> None:
    people: list[User] = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    match: Match = MatchFactory(game_slug="fortress", players=people)
    ann, _, cleo = match.seats.all()
    clock_acts.give_time(ann, cleo, DAY, match.log_length, SITE)
    reader = Client()
    reader.force_login(people[1])
    assert "Gave Cleo 1 day." in reader.get(match.get_absolute_url()).content.decode()


def test_a_member_plays_two_computers_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = UserFactory(display_name="Ann")
    control = TimeControl.fixed(3)
    offer = terms.compose(ann, seats=3, game_slug="fortress", options={"length": "1"}, control=control)
    match = set_up.set_up(offer, [computer_player("easy"), computer_player("medium")]).match
    assert match is not None
    chance = random.Random(5)
    for _ in range(MOST_TURNS):
        match = Match.objects.get(pk=match.pk)
        if match.is_over:
            break
        own = match.seats.filter(player=ann, asked_turn__isnull=False).first()
        if own is not None:
            turns.submit_turn(own, own.asked_turn or 0, match.game.sample(match.loaded_state, own.index, chance), SITE)
        else:
            assert think.think_due() > 0
    assert match.is_over
    assert differences(match) == []
    thought = match.log.filter(via=LogEntry.Via.COMPUTER).values_list("seat__player__computer", flat=True)
    assert set(thought) == {"easy", "medium"}
    assert set(OutboxMail.objects.values_list("user", flat=True)) == {ann.pk}
    words = result_in_words(match, list(match.seats.select_related("player")))
    assert all(name in words for name in ("Ann", "Computer (easy)", "Computer (medium)"))
