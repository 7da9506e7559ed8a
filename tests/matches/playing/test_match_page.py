from __future__ import annotations

import random
import re
import zlib
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import rulings
from matches.gate.takeback import take_back
from matches.gate.turns import resign, submit_turn
from matches.match_view.log import Steps
from matches.models import LogEntry, Match, Seat
from tests.matches.conftest import PlayOn
from tests.support.factories import SEED, MatchFactory
from tests.support.markup import compact
from tests.support.matches import submit
from tests.support.pages import words
from tests.support.people import LogIn
from tests.support.rows import require
from tests.support.toy_game import Toy
from tournaments.models import Rating


def page(client: Client, match: Match) -> str:
    return client.get(f"/matches/{match.pk}/").content.decode()


def test_a_player_who_is_asked_gets_the_turn_form(log_in: LogIn, match: Match, player: User) -> None:
    html = page(log_in(player), match)
    assert "data-turn-form" in html
    assert "Ada – Ben" in html
    assert "to move, by " in words(html)


def test_only_who_wishes_sounds_gets_the_script_that_makes_them(log_in: LogIn, match: Match, player: User) -> None:
    ada = log_in(player)
    script = "sounds.js"
    for wish in (False, True):
        User.objects.filter(pk=player.pk).update(sounds=wish)
        assert (script in ada.get(match.get_absolute_url()).content.decode()) == wish
        assert (script in ada.get("/").content.decode()) == wish


def test_the_other_player_reads_who_is_awaited_and_how_long(log_in: LogIn, match: Match, opponent: User) -> None:
    html = page(log_in(opponent), match)
    assert "data-turn-form" not in html
    assert "<b>Ada</b> to move" in html


def test_a_member_may_watch_without_the_lines_of_the_players(
    log_in: LogIn, match: Match, player: User, player_seat: Seat, stranger: User
) -> None:
    submit_turn(player_seat, 1, "T@b3", LogEntry.Via.SITE, message="good luck to you")
    watched, own = page(log_in(stranger), match), page(log_in(player), match)
    assert "T@b3" in watched
    assert "You’re watching." in watched
    assert "good luck to you" not in watched
    assert "Resign" not in watched
    assert "good luck to you" in own


def test_ratings_of_the_matchs_game_stand_beside_the_names_of_those_who_show_them(
    log_in: LogIn, match: Match, player: User, opponent: User
) -> None:
    for rated, slug, month, rating in (
        (player, "fortify", 9, 1480.4),
        (player, "fortify", 10, 1512.6),
        (player, "fortac", 10, 1777.7),
        (opponent, "fortify", 10, 1444.4),
    ):
        Rating.objects.create(
            player=rated,
            game_slug=slug,
            month=date(2026, month, 1),
            rating=rating,
            deviation=80,
            volatility=0.06,
            games=1,
            total=9,
        )
    User.objects.filter(pk=opponent.pk).update(shows_ratings=False)
    html = page(log_in(player), match)
    assert re.findall(r'class="player-rating.*?(\d{4})</span>', compact(html)) == ["1513"]


def test_a_secret_pick_is_told_to_its_owner_alone(log_in: LogIn, player: User, opponent: User, stranger: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on", "map": "5x5"})
    submit_turn(match.seats.get(index=0), 1, "I4T4B2", LogEntry.Via.SITE)
    assert "I4T4B2" in page(log_in(player), match)
    for reader in (opponent, stranger):
        client = log_in(reader)
        for path in ("", "turns/0/", "record/"):
            assert "I4T4B2" not in client.get(f"/matches/{match.pk}/{path}").content.decode(), path


def test_the_position_is_there_in_the_games_own_notation(
    log_in: LogIn, toy: Toy, toy_match: Match, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy, "position_text", lambda view: f"{view['title']}/7")
    assert "Position: Picks/7" in words(page(log_in(player), toy_match))


def test_a_player_whose_account_is_gone_is_a_former_player(log_in: LogIn, match: Match, player: User) -> None:
    match.seats.filter(index=1).update(player=None)
    assert "Ada – former player" in page(log_in(player), match)


def test_the_seed_is_promised_first_and_shown_at_the_end_with_the_result(
    log_in: LogIn, match: Match, player: User
) -> None:
    client = log_in(player)
    digest = sha256(bytes.fromhex(SEED)).hexdigest()
    before = page(client, match)
    assert digest in before
    assert SEED not in before
    resign(match.seats.get(index=1), LogEntry.Via.SITE)
    after = page(client, match)
    assert digest in after
    assert SEED in after
    assert "You won." in after


def test_of_a_long_log_it_shows_the_end(log_in: LogIn, match: Match, player: User, play_on: PlayOn) -> None:
    play_on(match, 25)
    client = log_in(player)
    latest = client.get(f"/matches/{match.pk}/").context["turns"]
    assert [line.place for line in latest] == list(range(6, 26))
    earlier = client.get(f"/matches/{match.pk}/?turns=2").context["turns"]
    assert [line.place for line in earlier] == list(range(1, 6))


@pytest.mark.parametrize("turns", [1, 22])
def test_its_queries_do_not_grow_with_the_log(
    turns: int,
    log_in: LogIn,
    match: Match,
    player: User,
    play_on: PlayOn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    play_on(match, turns)
    client = log_in(player)
    # The first notes that the player is here and has seen the match.
    for most in (10, 8):
        with django_assert_max_num_queries(most):
            client.get(f"/matches/{match.pk}/")


def test_what_is_painted_first_is_small_and_waits_for_no_script(log_in: LogIn, match: Match, player: User) -> None:
    """On a slow phone; the board, which the page has in it, included."""
    html = log_in(player).get(f"/matches/{match.pk}/").text
    sheets = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)"', html)
    files = [Path(require(finders.find(sheet))).read_bytes() for sheet in sheets]
    assert "data-map" in html
    assert len(files) >= 3
    assert sum(len(zlib.compress(file)) for file in (html.encode(), *files)) < 60_000
    scripts = re.findall(r"<script\b[^>]*\bsrc=[^>]*>", html)
    assert scripts
    assert all(re.search(r"\b(defer|async)\b", script) for script in scripts)


class TestReplay:
    def test_it_shows_the_board_after_a_line_and_the_way_on(
        self, log_in: LogIn, match: Match, player: User, play_on: PlayOn
    ) -> None:
        play_on(match, 3)
        response = log_in(player).get(f"/matches/{match.pk}/turns/1/")
        for index in (0, 2):
            assert f'href="/matches/{match.pk}/turns/{index}/"' in response.text
        assert "After turn 2" in response.text
        then = match.game.load(match.log.get(index=1).state)
        assert response.context["view"] == match.game.view(then, 0)

    def test_turns_that_were_taken_back_are_no_steps_and_the_sheet_is_there(
        self, log_in: LogIn, match: Match, player: User
    ) -> None:
        own, other = match.seats.order_by("index")
        submit_turn(own, 1, "T@b3", LogEntry.Via.SITE)
        take_back(own, LogEntry.Via.SITE, number=1)
        own.refresh_from_db()
        submit_turn(own, own.asked_turn, "I@b3", LogEntry.Via.SITE)
        other.refresh_from_db()
        submit_turn(other, other.asked_turn, "I@d4", LogEntry.Via.SITE)
        client, page = log_in(player), f"/matches/{match.pk}/turns/"
        shown = client.get(f"{page}3/")
        assert shown.context["steps"] == Steps(f"{page}2/", f"{page}2/")
        assert client.get(f"{page}2/").context["steps"] == Steps("", "", f"{page}3/", f"{page}3/")
        assert client.get(match.get_absolute_url()).context["steps"] == shown.context["steps"]
        assert "After turn 2" in shown.text
        sheet = shown.text[shown.text.index('<table class="moves-table">') :]
        cells = re.findall(r'data-index="(\d)"([^>]*)>', sheet)
        assert [(index, "aria-current" in rest) for index, rest in cells] == [("2", False), ("3", True)]

    def test_a_line_that_is_not_there_is_not_found(self, log_in: LogIn, match: Match, player: User) -> None:
        client = log_in(player)
        assert client.get(f"/matches/{match.pk}/turns/0/").status_code == 404
        assert client.get(f"/matches/{match.pk}/turns/99999999999999999999/").status_code == 404


def test_the_record_can_be_kept_and_read_again(log_in: LogIn, match: Match, player: User, play_on: PlayOn) -> None:
    play_on(match, 5)
    response = log_in(player).get(f"/matches/{match.pk}/record/")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="fortify-{match.pk}.txt"'
    record = match.game.read_record(response.content.decode())
    assert record.players == ("Ada", "Ben")
    assert len(record.entries) == 5
    assert record.seed is None


def test_what_followed_from_a_turn_and_the_result_are_told_of_the_players(
    log_in: LogIn, match: Match, player: User
) -> None:
    luck, client = random.Random(3), log_in(player)
    while not match.game.view(match.loaded_state)["volleys"]:
        seat = match.seats.get(asked_turn__isnull=False)
        submit(seat, match.game.sample(match.loaded_state, seat.index, luck))
        match.refresh_from_db()
    shown = client.get(match.get_absolute_url())
    notes = " ".join(shown.context["last_notes"])
    assert "Ada" in notes
    assert not re.search("Red|Green", notes)
    assert words(shown.text).count(shown.context["last_notes"][0]) == 1
    resign(match.seats.get(index=1), LogEntry.Via.SITE)
    ending = client.get(match.get_absolute_url()).context["match_view"].ending
    assert ending.startswith("Ben resigned, so Ada wins the match (points: ")
    assert not re.search("Red|Green", ending)


def test_an_annulled_match_is_said_to_be_annulled(log_in: LogIn, match: Match, player: User) -> None:
    as_it_stands = "If the volley ended now: Ada 3, Ben 0"
    own, other = match.seats.order_by("index")
    submit(own, "B@c3")
    assert "If the volley ended now" not in page(log_in(player), match)  # nothing is fortified yet
    submit(other, "T@d4")
    submit(own, "c3+")
    html = page(log_in(player), match)
    assert as_it_stands in html
    running = re.search(r'<span class="player-running.*?" tabindex="0">(.*?</span>)\s*</span>', compact(html))
    assert running
    assert words(running[1]) == "now +3 What would be added if the round ended now"
    rulings.annul(match, "The round was taken back.")
    assert as_it_stands not in page(log_in(player), match)
    html = page(log_in(player), match)
    assert "player-running" not in html
    assert "Annulled" in html
    assert "Lost together" not in html
