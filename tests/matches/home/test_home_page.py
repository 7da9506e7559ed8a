from __future__ import annotations

import re
from datetime import timedelta

from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.games import games
from matches.gate import clock_acts, turns
from matches.models import LogEntry, Match, Seat
from matches.time_control import time_control
from tests.matches.conftest import PlayOn
from tests.support.factories import ChallengeFactory, MatchFactory, UserFactory
from tests.support.pages import read, words
from tests.support.people import LogIn
from timekeeping import clock


def test_a_visitor_is_told_what_this_is_and_how_to_begin(db: None, client: Client) -> None:
    page = client.get("/").content.decode()
    for game in games():
        assert f"<h3>{game.name}</h3>" in page
        assert game.summary() in page
        assert f'href="/rules/{game.slug}/lesson/"' in page
        assert f'href="/rules/{game.slug}/"' in page
    assert page.count('class="board-small') == len(games())
    assert len(page) < 100_000


def test_every_board_is_drawn_with_symbols_that_are_there(log_in: LogIn, player: User) -> None:
    for slug in ("fortify", "fortac", "fortify"):
        MatchFactory(game_slug=slug, players=[player, UserFactory()])
    page = log_in(player).get("/").content.decode()
    used = set(re.findall(r'<use href="#([^"]+)"', page))
    assert {"ft-water", "fc-plain"} <= used
    symbols = re.findall(r'<symbol id="([^"]+)"', page)
    assert used <= set(symbols)
    assert len(symbols) == len(set(symbols))


def test_a_new_player_is_told_what_to_do_next(log_in: LogIn, player: User) -> None:
    ChallengeFactory()
    page = log_in(player).get("/").content.decode()
    assert "No matches yet" in page
    assert "accept the 1 open challenge" in page
    assert f'href="{reverse("matches:play_alone", args=["fairytale"])}"' in page


def test_who_has_only_finished_matches_is_no_newcomer(log_in: LogIn, match: Match, player: User) -> None:
    turns.resign(match.seats.get(player=player), LogEntry.Via.SITE)
    page = log_in(player).get("/").content.decode()
    assert "No running matches" in page
    assert "No matches yet" not in page
    assert f"Lost against {match.seats.exclude(player=player).get().name}" in page


def test_the_match_with_the_soonest_deadline_is_on_top_and_what_has_none_below(log_in: LogIn, player: User) -> None:
    held, slow, quick = (UserFactory(display_name=name) for name in ("Stopped", "Slow", "Quick"))
    for opponent, days in ((held, 1), (slow, 7), (quick, 2)):
        MatchFactory(players=[player, opponent], days=days)
    stopped = Seat.objects.get(player=player, match__seats__player=held)
    clock_acts.stop_clock(stopped, "A reason.", 0)
    client = log_in(player)
    response = client.get("/")
    assert [card.against for card in response.context["waiting"]] == ["Quick", "Slow", "Stopped"]
    assert "Your turn in 3 matches" in response.text
    assert "paused by the organiser" in words(response.content.decode())
    MatchFactory(players=[UserFactory(display_name="Another"), player])
    listed = client.get("/matches/").context["matches"]
    assert [card.against for card in listed] == ["Quick", "Slow", "Stopped", "Another"]


def test_a_clock_that_stands_still_says_why(log_in: LogIn, player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent])
    now = clock.now()
    away = time_control.Pauses(vacation=((now, now + timedelta(days=4, minutes=1)),))
    match.seats.filter(player=player).update(pauses=away.dump())
    for reader, path in ((player, "/"), (opponent, "/"), (player, "/matches/"), (opponent, f"/players/{player.pk}/")):
        page = read(log_in(reader), path)
        is_card = (reader, path) == (player, "/")  # a link, with nothing in it to focus
        how_far = "" if is_card else r" \(in 4 days\) "
        assert re.search(rf"paused until [^()]+{how_far}: vacation", page), path


def test_a_row_calls_the_deadline_of_another_by_its_name(log_in: LogIn, match: Match, opponent: User) -> None:
    browser = log_in(opponent)
    assert re.search(r"Ada to move Time left: \d d \d+ h", read(browser, "/"))
    match.seats.filter(asked_turn__isnull=False).update(deadline=None)
    assert re.search(r"Ada to move (?!,)", read(browser, "/"))


def test_matches_stand_by_what_they_wait_for(log_in: LogIn, match: Match, opponent: User) -> None:
    over: Match = MatchFactory(players=[opponent, UserFactory(display_name="Dan")])
    turns.resign(over.seats.get(index=0), LogEntry.Via.SITE)
    context = log_in(opponent).get("/").context
    assert context["waiting"] == []
    assert [card.match for card in context["others"]] == [match]
    assert [(card.match, card.share) for card in context["finished"]] == [(over, "lost")]


def test_the_link_of_a_card_is_named_by_what_matters_and_its_board_is_silent(
    log_in: LogIn, player: User, opponent: User
) -> None:
    match = MatchFactory(players=[player, opponent])
    name, clock_left = f"{opponent.display_name}, Fortify, your turn", ", 2 days 23 hours"
    asked = match.seats.get(player=player)
    Seat.objects.filter(pk=asked.pk).update(deadline=F("deadline") - timedelta(minutes=5))
    page = log_in(player).get("/").content.decode()
    assert re.findall(r'<a class="card match-card"[^>]*aria-label="([^"]*)"', page) == [name + clock_left]
    assert page.count('<div class="match-card-board" aria-hidden="true">') == 1
    Match.objects.update(draw_offered_by=match.seats.get(player=opponent))
    assert f'aria-label="{name}, draw offered{clock_left}"' in log_in(player).get("/").content.decode()


def test_challenges_stand_there_both_ways(log_in: LogIn, player: User, opponent: User) -> None:
    received = ChallengeFactory(challenger=opponent, opponent=player)
    made = ChallengeFactory(challenger=player, email="somebody@elsewhere.example")
    response = log_in(player).get("/")
    assert [place.offer for place in response.context["received"]] == [received]
    assert [place.offer for place in response.context["made"]] == [made]
    assert "To somebody@elsewhere.example" in response.content.decode()


def test_the_board_on_a_card_is_that_of_the_players_own_seat(log_in: LogIn, player: User, opponent: User) -> None:
    secret: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    turns.submit_turn(secret.seats.get(index=0), 1, "I4T4B2", LogEntry.Via.SITE)
    for reader in (player, opponent):
        assert "I4T4B2" not in log_in(reader).get("/").content.decode()


class TestTheListOfMatches:
    def test_it_has_those_that_run_and_those_that_are_over(self, log_in: LogIn, match: Match, player: User) -> None:
        client = log_in(player)
        assert [card.match for card in client.get("/matches/").context["matches"]] == [match]
        turns.resign(match.seats.get(index=1), LogEntry.Via.SITE)
        assert list(client.get("/matches/").context["matches"]) == []
        assert [card.share for card in client.get("/matches/?show=finished").context["matches"]] == ["won"]

    def test_it_has_pages_and_one_that_is_not_there_is_the_nearest(
        self, log_in: LogIn, player: User, opponent: User
    ) -> None:
        for _ in range(26):
            MatchFactory(players=[opponent, player])
        client = log_in(player)
        assert len(client.get("/matches/").context["matches"]) == 25
        second = client.get("/matches/?page=2")
        assert len(second.context["matches"]) == 1
        assert 'href="?page=1"' in second.content.decode()
        for page, matches in (("nonsense", 25), ("999", 1), ("-1", 1)):
            assert len(client.get(f"/matches/?page={page}").context["matches"]) == matches


def test_a_deadline_of_less_than_a_day_stands_out(log_in: LogIn, match: Match, player: User, play_on: PlayOn) -> None:
    seat = match.seats.get(index=0)
    assert seat.deadline is not None
    seat.deadline -= timedelta(days=2, hours=12)
    seat.save()
    assert 'class="clock-chip running soon"' in log_in(player).get("/").content.decode()
