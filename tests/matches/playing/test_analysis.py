"""The analysis of a match: its pages, who may open them, and what they keep to themselves."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import turns
from matches.mails import tokens
from matches.models import LogEntry, Match, Seat
from tests.support.factories import GuestFactory, MatchFactory
from tests.support.matches import submit
from tests.support.people import LogIn

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')  # a new one on every page
OPENING = ("T@b3", "T@d4 d4-c4", "I@b2")


@pytest.fixture
def ada(log_in: LogIn, player: User) -> Client:
    return log_in(player)


@pytest.fixture
def played(match: Match) -> Match:
    """Three turns: Ada, who is Red, Ben, and Ada."""
    for place, text in enumerate(OPENING):
        submit(match.seats.get(index=place % 2), text)
    match.refresh_from_db()
    return match


@pytest.fixture
def over(played: Match) -> Match:
    turns.resign(played.seats.get(index=1), LogEntry.Via.SITE)
    played.refresh_from_db()
    return played


def url(match: Match, at: int, line: str = "") -> str:
    return f"/matches/{match.pk}/analysis/{at}/" + (f"{line}/" if line else "")


def board_of(response: object) -> str:
    return str(response.context["view"]["position"]).split()[0]  # type: ignore[attr-defined]


def test_every_position_of_a_match_can_be_opened(ada: Client, played: Match) -> None:
    boards = [board_of(ada.get(url(played, at))) for at in range(4)]
    assert boards == ["4/4/4/4/4", "4/4/1T2/4/4", "4/2t1/1T2/4/4", "4/2t1/1T2/1I2/4"]
    assert ada.get(url(played, 4)).status_code == 404


def test_a_turn_is_tried_for_either_side_and_the_address_keeps_it(ada: Client, played: Match) -> None:
    tried = ada.get(url(played, 2), {"text": "b3-c3", "review": "1"})
    assert (tried.status_code, tried.headers["Location"]) == (302, url(played, 2, "b3-c3"))
    page = ada.get(url(played, 2, "b3-c3"))
    assert board_of(page) == "4/2t1/2T1/4/4"
    assert page.context["form_seat"] == 1
    tried = ada.get(url(played, 2, "b3-c3"), {"text": "c4xc3", "review": "1"})
    assert tried.status_code == 422
    assert "neither fortified nor in formation" in tried.context["error"]
    tried = ada.get(url(played, 2, "b3-c3"), {"text": "pass", "review": "1"})
    assert tried.headers["Location"] == url(played, 2, "b3-c3~pass")


def test_the_board_and_the_draft_are_seen_from_the_readers_side(
    log_in: LogIn, played: Match, player: User, opponent: User
) -> None:
    for reader, columns in ((player, list("abcd")), (opponent, list("dcba"))):
        client = log_in(reader)
        page = client.get(url(played, 2))
        board = client.get(page.context["draft_url"]).json()["board"]
        assert [re.findall(r">([a-h])</text>", html) for html in (page.text, board)] == [columns, columns]


def test_nothing_of_the_match_changes(ada: Client, played: Match) -> None:
    before = list(LogEntry.objects.values()), Match.objects.values().get()
    for address in (url(played, 3), url(played, 3, "pass"), url(played, 3, "pass~pass")):
        ada.get(address)
        ada.get(address, {"text": "pass", "review": "1"})
        assert ada.post(address, {"text": "pass", "review": "1"}).status_code == 405
    assert (list(LogEntry.objects.values()), Match.objects.values().get()) == before


def test_the_page_has_a_list_of_what_was_tried_with_its_branches(ada: Client, played: Match) -> None:
    page = ada.get(url(played, 2, "b3-c3~pass*~(2)b3-d3"))
    assert [(row.number, row.branch, row.who, row.text, row.is_here) for row in page.context["rows"]] == [
        (1, 0, "Ada", "b3-c3", False),
        (2, 0, "Ben", "pass", True),
        (1, 1, "Ada", "b3-d3", False),
    ]
    assert page.context["back_url"] == url(played, 2, "b3-c3*~pass~(2)b3-d3")
    assert page.context["delete_url"] == url(played, 2, "b3-c3*~(1)b3-d3")
    assert ada.get(page.context["back_url"]).context["forward_url"] == url(played, 2, "b3-c3~pass*~(2)b3-d3")
    assert page.context["first_url"] == url(played, 2, "*~b3-c3~pass~(2)b3-d3")
    assert ada.get(page.context["first_url"]).context["last_url"] == page.context["rows"][1].url
    html = page.content.decode()
    for row in page.context["rows"]:
        assert f'href="{row.url}"' in html


def test_the_script_is_told_the_legal_actions_there(ada: Client, played: Match) -> None:
    page = ada.get(url(played, 2, "b3-c3"))
    draft_url = page.context["draft_url"]
    assert f'data-draft-url="{draft_url}"' in page.content.decode()
    draft = json.loads(ada.get(draft_url, {"text": "c4-d4"}).content)
    assert draft["text"] == "c4-d4"
    assert {step["next"] for step in draft["steps"]} >= {"c4-d4 d4-c4"}
    assert ada.get(draft_url, {"text": "T@z9"}).status_code == 422
    assert ada.get(f"/matches/{played.pk}/analysis/draft/2/T@z9/", {"text": ""}).status_code == 200


@pytest.mark.parametrize(
    "line", ["nonsense", "~~", "(5)pass", "T@z9", "%00", "%FF", "pass~" * 80, "x" * 4000, "!zz", "%2e"]
)
def test_a_broken_address_is_answered_with_a_sentence_and_the_position(ada: Client, played: Match, line: str) -> None:
    page = ada.get(url(played, 3, line))
    assert page.status_code == 422
    assert page.context["fault"].endswith(".")
    assert board_of(page) == "4/2t1/1T2/1I2/4"
    assert page.context["fault"] in page.content.decode().replace("&#x27;", "'").replace("&quot;", '"')


def test_a_line_ends_with_the_match(ada: Client, over: Match) -> None:
    page = ada.get(url(over, 4))
    assert page.status_code == 200
    assert "data-line-ends" in page.content.decode()
    assert "data-turn-form" not in page.content.decode()
    draft = ada.get(f"/matches/{over.pk}/analysis/draft/4/")
    assert (draft.status_code, "Green resigned" in json.loads(draft.content)["error"]) == (409, True)


class TestWhoMay:
    def test_of_a_running_match_only_its_players(
        self, log_in: LogIn, played: Match, player: User, opponent: User, stranger: User, host: User
    ) -> None:
        assert [log_in(each).get(url(played, 3)).status_code for each in (player, opponent)] == [200, 200]
        for other in (stranger, host):
            refused = log_in(other).get(url(played, 3))
            assert (refused.status_code, "Only its players" in refused.content.decode()) == (403, True)
        assert Client().get(url(played, 3)).status_code == 302

    def test_of_a_finished_one_everybody_who_may_see_it(self, log_in: LogIn, over: Match, stranger: User) -> None:
        for browser in (log_in(stranger), Client()):
            assert browser.get(url(over, 2, "pass")).status_code == 200

    def test_an_event_may_switch_it_off_while_the_match_runs(self, ada: Client, played: Match) -> None:
        Match.objects.update(analysis=False)
        refused = ada.get(url(played, 3))
        assert (refused.status_code, "only after a match" in refused.content.decode()) == (403, True)
        assert ada.get(f"/matches/{played.pk}/analysis/draft/3/").status_code == 403
        assert "data-analyse" not in ada.get(played.get_absolute_url()).content.decode()
        turns.resign(played.seats.get(index=1), LogEntry.Via.SITE)
        assert ada.get(url(played, 3)).status_code == 200

    def test_a_guest_by_link_of_their_own_match(self, player: User) -> None:
        guest = GuestFactory()
        match: Match = MatchFactory(players=[guest, player])
        token = tokens.mint_turn(match.seats.get(index=0), 1)
        page = Client().get(f"/l/{token}/analysis/0/T@b3/")
        assert page.status_code == 200
        assert page.headers["Referrer-Policy"] == "no-referrer"
        assert page.context["back_url"] == f"/l/{token}/analysis/0/*~T@b3/"
        assert Client().get(page.context["draft_url"]).status_code == 200
        assert f"/l/{token}/analysis/0/" in Client().get(f"/l/{token}/").content.decode()
        assert Client().get(f"/l/{'a' * 32}/analysis/0/").status_code == 404

    def test_a_link_shows_nothing_to_somebody_else(self, log_in: LogIn, played: Match, stranger: User) -> None:
        token = tokens.mint_turn(played.seats.get(index=0), 1)
        for part in ("analysis", "analysis/draft"):
            assert log_in(stranger).get(f"/l/{token}/{part}/0/").status_code == 403

    def test_its_owner_is_sent_on_to_the_normal_page(self, ada: Client, played: Match) -> None:
        token = tokens.mint_turn(played.seats.get(index=0), 1)
        assert ada.get(f"/l/{token}/analysis/2/b3-c3/").headers["Location"] == url(played, 2, "b3-c3")


class TestSharing:
    def test_a_finished_match_has_a_link_that_others_can_open(self, ada: Client, over: Match) -> None:
        shared = ada.get(url(over, 2, "b3-c3~pass")).context["share_url"]
        assert shared == url(over, 2, "b3-c3~pass")
        assert Client().get(shared).status_code == 200

    def test_a_running_one_has_none(self, ada: Client, played: Match) -> None:
        page = ada.get(url(played, 2, "b3-c3"))
        assert page.context["share_url"] == ""
        assert 'id="share"' not in page.content.decode()

    def test_a_link_from_an_email_is_never_shared(self, over: Match) -> None:
        token = tokens.mint_turn(over.seats.get(index=0), 1)
        page = Client().get(f"/l/{token}/analysis/2/b3-c3/")
        assert page.context["share_url"] == url(over, 2, "b3-c3")


class TestSecrets:
    """Special Warfare: Ben's army is in, and Ada's is not."""

    @pytest.fixture
    def special(self, player: User, opponent: User) -> Match:
        match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
        submit(match.seats.get(index=1), "I4T4B2")
        return match

    def another_army(self, match: Match) -> None:
        """As if Ben had picked otherwise."""
        state = match.game.start(match.options, 2, bytes.fromhex(match.seed))
        other = match.game.play(state, 1, "I1T3B4C1A1")
        stored = match.game.dump(other.state)
        Match.objects.filter(pk=match.pk).update(state=stored)
        match.log.update(state=stored, text=other.text, words=other.words)

    def pages(self, browser: Client, match: Match, at: int) -> list[bytes]:
        browser.get(url(match, at))  # a page may be the first to leave a read mark
        lines = ("", "I4T4B2", "T@b3", "pass~pass")
        draft = browser.get(f"/matches/{match.pk}/analysis/draft/{at}/", {"text": "I4T4B2"}).content
        return [draft, *(TOKEN.sub(b"", browser.get(url(match, at, line)).content) for line in lines)]

    @pytest.mark.parametrize("at", [0, 1])
    def test_pages_are_the_same_whatever_the_reader_cannot_know(self, ada: Client, special: Match, at: int) -> None:
        before = self.pages(ada, special, at)
        self.another_army(special)
        assert self.pages(ada, special, at) == before

    def test_the_owner_of_the_secret_sees_it(self, log_in: LogIn, opponent: User, special: Match) -> None:
        assert "4 Infantry" in log_in(opponent).get(url(special, 1)).content.decode()

    def test_nothing_is_tried_before_the_armies_are_known(self, ada: Client, special: Match) -> None:
        page = ada.get(url(special, 1))
        assert page.status_code == 200
        assert "part of this position is hidden" in page.content.decode()
        assert "after the end" not in page.content.decode()
        assert "data-turn-form" not in page.content.decode()
        assert ada.get(url(special, 1, "I4T4B2")).status_code == 422


def test_an_opened_position_has_been_seen(ada: Client, match: Match) -> None:
    """As by the page of a turn: what an opponent has analysed is not taken back."""
    submit(match.seats.get(index=0), "T@b3")
    submit(match.seats.get(index=1), "T@c4")
    ada.get(url(match, 1))
    assert Seat.objects.get(match=match, index=0).seen_length == 1
    ada.get(url(match, 2))
    assert Seat.objects.get(match=match, index=0).seen_length == 2


def test_entrances_lead_to_the_position_on_the_page(ada: Client, played: Match) -> None:
    assert f'href="{url(played, 3)}"' in ada.get(played.get_absolute_url()).content.decode()
    assert f'href="{url(played, 2)}"' in ada.get(f"/matches/{played.pk}/turns/1/").content.decode()


def test_nothing_leads_there_where_no_turn_can_be_tried(ada: Client, player: User, opponent: User) -> None:
    hidden = MatchFactory(game_slug="fortress", players=[player, opponent])
    for _ in range(2):
        assert "data-analyse" not in ada.get(hidden.get_absolute_url()).content.decode()
        turns.resign(hidden.seats.get(index=1), LogEntry.Via.SITE)


@pytest.mark.parametrize("line", ["", "~".join(["pass"] * 30)])
def test_its_queries_do_not_grow(
    ada: Client, played: Match, line: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ada.get(url(played, 2))
    with django_assert_max_num_queries(9):
        assert ada.get(url(played, 2, line)).status_code == 200
