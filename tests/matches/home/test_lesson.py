"""The lesson of a game, for visitors: judged by the engine, kept in the session, and nothing of it stored elsewhere."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.fortify.game import Fortify
from matches.models import Match
from tests.support.toy_game import Toy

pytestmark = pytest.mark.django_db

AT = "/rules/fortify/lesson/"
SOLUTIONS = {
    "enlist": "I@b2&I@b1",
    "move": "a1-c4",
    "attack": "c4xd4",
    "fortify": "c3+",
    "formation": "c2+",
    "winning": "d1-c2 c2+",
}


@pytest.fixture
def visitor() -> Client:
    return Client()


def test_it_begins_with_the_first_task(visitor: Client) -> None:
    assert visitor.get(AT).headers["Location"] == f"{AT}enlist/"
    page = visitor.get(f"{AT}enlist/")
    assert page.status_code == 200
    assert page.context["stage"].task.ask in page.content.decode()
    assert "data-turn-form" in page.content.decode()


def test_the_rules_of_the_game_are_a_link_away(visitor: Client) -> None:
    page = visitor.get("/rules/fortify/lesson/", follow=True).content.decode()
    head = page[page.index("lesson-task") : page.index("match-board")]
    assert 'href="/rules/fortify/"' in head


def test_all_tasks_in_a_row_lead_to_the_end(visitor: Client) -> None:
    address = visitor.get(AT).headers["Location"]
    for key, turn in SOLUTIONS.items():
        assert address == f"{AT}{key}/"
        page = visitor.get(address, {"text": turn, "review": "1"})
        assert page.context["is_solved_now"]
        assert page.context["stage"].task.praise in page.content.decode()
        address = visitor.post(address, {"text": turn}).headers["Location"]
    assert address == AT
    html = visitor.get(AT).content.decode()
    assert "/accounts/signup/?next=/lobby/" in html
    assert 'name="game" value="fortify"' in html
    begun = visitor.post("/computer/", {"game": "fortify", "strength": "easy", "first": "me"})
    assert Match.objects.get().get_absolute_url() == begun.headers["Location"]


def test_a_legal_turn_that_does_something_else_is_told_what_to_try(visitor: Client) -> None:
    page = visitor.get(f"{AT}move/", {"text": "a1-b1", "review": "1"})
    assert (page.status_code, page.context["is_missed"]) == (200, True)
    assert page.context["stage"].task.missed in page.content.decode()
    assert str(page.context["view"]["position"]).startswith("4/3i/4/I3/T3 ")
    assert page.context["draft"].text == ""


@pytest.mark.parametrize("text", ["T@a5", "good morning", "b3xd4"])
def test_an_illegal_turn_is_refused_in_the_games_words(visitor: Client, text: str) -> None:
    page = visitor.get(f"{AT}enlist/", {"text": text, "review": "1"})
    assert page.status_code == 422
    assert page.context["error"].endswith(".")
    assert page.context["typed"] == text


def test_only_what_solves_a_task_counts(visitor: Client) -> None:
    for text in ("pass", "nonsense", ""):
        assert visitor.post(f"{AT}enlist/", {"text": text}).headers["Location"] == f"{AT}enlist/"
    assert visitor.get(AT).headers["Location"] == f"{AT}enlist/"
    visitor.post(f"{AT}enlist/", {"text": SOLUTIONS["enlist"]})
    assert visitor.get(AT).headers["Location"] == f"{AT}move/"
    assert Client().get(AT).headers["Location"] == f"{AT}enlist/"


def test_looking_keeps_nothing(visitor: Client) -> None:
    visitor.get(f"{AT}enlist/", {"text": SOLUTIONS["enlist"], "review": "1"})
    assert "sessionid" not in visitor.cookies


def test_the_script_is_told_the_legal_actions(visitor: Client) -> None:
    draft = json.loads(visitor.get(f"{AT}winning/draft/", {"text": "d1-c2"}).content)
    assert {step["next"] for step in draft["steps"]} >= {"d1-c2 c2+", "d1-c2 c2-d1"}
    assert visitor.get(f"{AT}winning/draft/", {"text": "d1+"}).status_code == 422


def test_a_member_goes_on_to_a_match(client: Client, django_user_model: object) -> None:
    client.force_login(django_user_model.objects.create_user("ada@players.example", "Ada"))  # type: ignore[attr-defined]
    for key, turn in SOLUTIONS.items():
        client.post(f"{AT}{key}/", {"text": turn})
    html = client.get(AT).content.decode()
    assert 'href="/challenges/new/?game=fortify"' in html
    assert 'href="/lobby/"' in html


def test_it_asks_nothing_of_the_database(visitor: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        visitor.get(f"{AT}winning/")
        visitor.get(f"{AT}winning/draft/")


def test_there_is_no_such_lesson_or_task(visitor: Client) -> None:
    for address in ("/rules/chess/lesson/", f"{AT}nothing/", f"{AT}nothing/draft/"):
        assert visitor.get(address).status_code == 404


def test_the_start_page_and_the_rules_lead_to_it(visitor: Client) -> None:
    for address in ("/", "/rules/fortify/"):
        assert f'href="{AT}"' in visitor.get(address).content.decode()


def test_a_game_without_a_lesson_has_its_pages_all_the_same(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Toy().lesson() == ()
    monkeypatch.setattr(Fortify, "lesson", Toy.lesson)
    monkeypatch.setattr(Fortify, "has_lesson", False)
    for address in ("/", "/rules/fortify/"):
        page = visitor.get(address)
        assert (page.status_code, f'href="{AT}"' in page.content.decode()) == (200, False)
    assert visitor.get(AT).status_code == 404
