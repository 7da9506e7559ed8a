"""Setting conditional turns on the page of a match."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from matches.conditional.edit import set_lines
from matches.gate import draws
from matches.models import ConditionalTurns, LogEntry, Match, Seat
from tests.support.factories import MatchFactory
from tests.support.markup import compact
from tests.support.matches import fresh, submit
from tests.support.people import LogIn

LINES = "if T@c3 then I@b2 if pass then b3-a1"


@pytest.fixture
def waiting(match: Match, player_seat: Seat) -> Match:
    """Ada has put a Tank on b3 and waits for Ben's turn 2, number 2."""
    submit(player_seat, "T@b3")
    return match


@pytest.fixture
def ada(log_in: LogIn, player: User, waiting: Match) -> Client:
    return log_in(player)


@pytest.fixture
def url(match: Match) -> str:
    return f"/matches/{match.pk}/ahead/"


def ahead_of(match: Match) -> str:
    return fresh(match.seats.get(index=0)).ahead


def test_lines_are_set_and_shown_in_words_with_a_board(ada: Client, url: str, waiting: Match) -> None:
    response = ada.post(url, {"number": "2", "lines": LINES, "action": "save"})
    assert response.status_code == 303
    assert response.headers["Location"] == f"{url}#ahead"
    html = ada.get(url).content.decode()
    assert "Your conditional turns are saved." in html
    assert '<details class="ahead no-print" id="ahead" open>' in html
    assert '<details class="ahead no-print" id="ahead">' in ada.get(f"/matches/{waiting.pk}/").content.decode()
    assert "Conditional turns: 2 saved" in html
    assert "Tank enlisted on c3" in html
    assert f">{LINES}</textarea>" in html
    assert html.count('class="ahead-board"') == 2


def test_the_pages_script_saves_and_stays(ada: Client, url: str, waiting: Match) -> None:
    def send(**fields: str) -> tuple[int, dict[str, str]]:
        response = ada.post(url, {"number": "2", **fields}, headers={"accept": "application/json"})
        return response.status_code, response.json()

    saved = {"words": "Your conditional turns are saved.", "summary": "Conditional turns: 2 saved"}
    assert send(lines=LINES, action="save") == (200, saved)
    assert send(lines="if nonsense", action="save")[0] == 422
    assert ahead_of(waiting) == "set"
    dropped = {"words": "Your conditional turns are deleted.", "summary": "Conditional turns: answer Ben in advance"}
    assert send(lines="", action="drop") == (200, dropped)
    assert ahead_of(waiting) == ""


def test_the_page_offers_a_line_that_can_be_set_as_it_stands(ada: Client, url: str, waiting: Match) -> None:
    for _ in range(2):
        page = ada.get(f"/matches/{waiting.pk}/")
        assert re.search(r"<section [^>]*data-ahead [^>]*hidden>", page.text)  # until a script shows it
        example = page.context["ahead"].example
        assert ada.post(url, {"number": "2", "lines": example}).status_code == 303


def test_all_of_it_is_written_in_words_of_the_readers_language_which_are_understood(
    ada: Client, url: str, waiting: Match, player: User
) -> None:
    User.objects.filter(pk=player.pk).update(language="de")
    page = ada.get(f"/matches/{waiting.pk}/")
    example = page.context["ahead"].example
    assert re.fullmatch(r"wenn .+ dann .+", example)
    assert "<code>wenn … dann … wenn … dann …</code>" in page.content.decode()
    assert ada.post(url, {"number": "2", "lines": example}).status_code == 303
    kept = ada.get(url).context["ahead"].typed
    assert kept == example
    assert ada.post(url, {"number": "2", "lines": kept}).status_code == 303


def test_what_is_checked_is_set_by_the_button_that_the_page_has(ada: Client, url: str) -> None:
    """Its name says whether something is set already."""
    for button in ("“Save”", "“Replace”"):
        html = ada.post(url, {"number": "2", "lines": LINES, "action": "check"}).content.decode()
        said = html[html.index('id="ahead-checked"') :]
        assert re.findall("press (“.+?”)", said) == [button]
        assert f">{button.strip('“”')}</button>" in compact(said)
        ada.post(url, {"number": "2", "lines": LINES, "action": "save"})


def test_checking_and_looking_set_nothing(ada: Client, url: str, waiting: Match) -> None:
    response = ada.post(url, {"number": "2", "lines": LINES, "action": "check"})
    assert response.status_code == 200
    html = response.content.decode()
    assert "Preview" in html
    assert f">{LINES}</textarea>" in html
    ada.get(url, {"lines": LINES, "action": "save"})
    ada.head(url, {"lines": LINES, "action": "save"})
    assert ahead_of(waiting) == ""
    assert not ConditionalTurns.objects.exists()


@pytest.mark.parametrize("action", ["save", "check"])
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("if pass then b3+", "“if pass”: Ben can’t play that."),
        ("if T@c3 then <b>", "“then &lt;b&gt;”: you can’t play that."),
        ("b3+", "comes before the first “if”"),
        ("", "Nothing written yet"),
        ("x" * 2001, "That’s 2001 characters"),
    ],
)
def test_what_is_refused_is_kept_as_it_was_typed(
    ada: Client, url: str, waiting: Match, typed: str, words: str, action: str
) -> None:
    response = ada.post(url, {"number": "2", "lines": typed, "action": action})
    assert response.status_code == 422
    assert response.context["ahead"].typed == typed
    html = response.content.decode()
    assert words in html
    assert 'aria-invalid="true"' in html
    assert ahead_of(waiting) == ""


def test_they_are_dropped_by_a_button(ada: Client, url: str, waiting: Match) -> None:
    ada.post(url, {"number": "2", "lines": LINES})
    assert ada.post(url, {"action": "drop"}).status_code == 303
    assert ahead_of(waiting) == ""
    ada.post(url, {"action": "drop"})
    assert "There were no conditional turns to delete." in ada.get(f"/matches/{waiting.pk}/").content.decode()


def test_what_comes_after_the_opponents_turn_is_refused_and_kept(
    ada: Client, url: str, waiting: Match, opponent_seat: Seat
) -> None:
    submit(opponent_seat, "T@c3")
    response = ada.post(url, {"number": "2", "lines": LINES, "action": "save"})
    assert response.status_code == 409
    html = response.content.decode()
    assert "It’s your turn. Play it first" in html
    assert "Your conditional turns weren’t saved" in html
    assert LINES in html
    assert "data-turn-form" in html


def test_what_was_written_for_a_turn_that_is_played_is_not_set_for_the_next(
    ada: Client, url: str, waiting: Match, player_seat: Seat, opponent_seat: Seat
) -> None:
    submit(opponent_seat, "T@c3")
    submit(player_seat, "pass")
    response = ada.post(url, {"number": "2", "lines": "if pass then pass", "action": "save"})
    assert response.status_code == 409
    assert response.context["ahead"].error.startswith("Your opponent has played.")
    assert response.context["ahead"].typed == "if pass then pass"
    assert ahead_of(waiting) == ""


def test_lines_sent_after_the_login_has_ended_are_there_again_after_the_next(
    client: Client, url: str, player: User, waiting: Match
) -> None:
    typed = f"{LINES}\nif I@c3 then pass"
    away = client.post(url, {"number": "2", "lines": typed}).headers["Location"]
    assert "T@c3" not in unquote(unquote(away))  # servers write addresses into their logs
    client.force_login(player)
    back = client.get(parse_qs(urlsplit(away).query)["next"][0])
    assert back.context["ahead"].typed == typed
    assert ahead_of(waiting) == ""
    client.post(url, {"number": "2", "lines": LINES})
    assert client.get(url).context["ahead"].typed == LINES


# -- whom it shows what --------------------------------------------------------------------------------------------


def test_nobody_else_finds_a_trace_of_them(
    ada: Client, url: str, waiting: Match, log_in: LogIn, opponent: User, stranger: User, host: User
) -> None:
    paths = [f"/matches/{waiting.pk}/{path}" for path in ("", "turns/0/", "record/", "clocks/", "ahead/")]
    paths += ["/", "/matches/", f"/admin/matches/match/{waiting.pk}/change/"]
    ada.post(url, {"number": "2", "lines": "if T@c3 then I@a2&I@b2 b3-b1"})
    assert "I@a2&amp;I@b2 b3-b1" in ada.get(f"/matches/{waiting.pk}/").content.decode()
    for reader in (opponent, stranger, host):
        client = log_in(reader)
        for path in paths:
            page = client.get(path).content.decode().lower()
            assert "b3-b1" not in page, path
            assert "conditional" not in page, path
            assert 'id="ahead"' not in page, path


def test_there_is_no_form_where_nothing_can_be_set(log_in: LogIn, player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on", "map": "5x5"})
    submit(match.seats.get(index=0), "I4T4B2")
    client = log_in(player)
    assert 'id="ahead"' not in client.get(f"/matches/{match.pk}/").content.decode()
    response = client.post(f"/matches/{match.pk}/ahead/", {"number": "2", "lines": "if I4T4B1A1 then pass"})
    assert response.status_code == 409
    assert "with nothing secret in it" in response.content.decode()
    assert "if I4T4B1A1 then pass" in response.content.decode()


# -- afterwards ----------------------------------------------------------------------------------------------------


def test_who_was_answered_at_once_is_told_so(
    ada: Client, url: str, waiting: Match, log_in: LogIn, opponent: User
) -> None:
    ada.post(url, {"number": "2", "lines": LINES})
    ben = log_in(opponent)
    ben.post(f"/matches/{waiting.pk}/play/", {"number": "2", "text": "T@c3"})
    html = ben.get(f"/matches/{waiting.pk}/").content.decode()
    assert "Ada had this conditional turn ready: <code>I@b2</code>." in html
    submit(waiting.seats.get(index=1), "c3-c2")
    assert "had this conditional turn ready" not in ben.get(f"/matches/{waiting.pk}/").content.decode()


@pytest.mark.parametrize(
    ("done", "words"),
    [
        (["T@c3"], ["as a conditional turn", "Conditional turns: 1 saved"]),
        (["I@c3"], ["None of your conditional turns matched"]),
        (["a draw"], ["Conditional turns aren’t played while the offer is open"]),
        (["a draw", "T@c3"], ["While a draw is on offer no conditional turn is played"]),
    ],
)
def test_the_page_says_what_became_of_them(
    done: list[str], words: list[str], ada: Client, url: str, waiting: Match, opponent_seat: Seat
) -> None:
    ada.post(url, {"number": "2", "lines": LINES})
    for text in done:
        if text == "a draw":
            draws.offer_draw(opponent_seat, LogEntry.Via.SITE)
        else:
            submit(opponent_seat, text)
    html = ada.get(f"/matches/{waiting.pk}/").text
    assert [each for each in words if each not in html] == []


def test_a_page_with_lines_takes_one_query_more(ada: Client, waiting: Match, player_seat: Seat) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            ada.get(f"/matches/{waiting.pk}/")
        return len(made)

    ada.get(f"/matches/{waiting.pk}/")
    without = queries()
    set_lines(player_seat, f"{LINES}\nif I@c3 then pass\nif B@d5 then pass", LogEntry.Via.SITE)
    assert queries() == without + 1
    html = ada.get(f"/matches/{waiting.pk}/").content.decode()
    assert html.count('class="ahead-line') >= 4
    assert html.count('class="ahead-board"') == 3


def test_a_turn_is_tried_on_the_board_and_nothing_is_kept(ada: Client, url: str, waiting: Match) -> None:
    answer = ada.post(f"{url}draft/", {"played": ["T@c3"], "text": "I@b2"})
    found = answer.json()

    assert answer.status_code == 200
    assert (found["text"], found["may_send"], found["seat"]) == ("I@b2", True, 0)
    assert "data-play-board" in found["board"]
    assert ada.post(f"{url}draft/").json()["seat"] == 1
    assert ahead_of(waiting) == ""
    assert not ConditionalTurns.objects.exists()


def test_what_cannot_be_played_there_is_refused_in_the_games_words(ada: Client, url: str) -> None:
    answer = ada.post(f"{url}draft/", {"text": "T@b3"})

    assert answer.status_code == 422
    assert "T@b3" in answer.json()["error"]


@pytest.mark.usefixtures("waiting")
def test_no_one_else_tries_a_players_turns(log_in: LogIn, url: str, opponent: User, stranger: User) -> None:
    """The opponent is asked for a turn, and a bystander has none."""
    assert log_in(opponent).post(f"{url}draft/").status_code == 409
    assert log_in(stranger).post(f"{url}draft/").status_code == 403
    assert Client().post(f"{url}draft/").status_code == 302


def test_it_is_not_asked_by_an_address(ada: Client, url: str) -> None:
    assert ada.get(f"{url}draft/", {"text": "T@c3"}).status_code == 405
