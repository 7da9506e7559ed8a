from __future__ import annotations

from django.test import Client


def test_a_visitor_finds_the_rules_of_every_game(db: None, client: Client) -> None:
    assert "/rules/fortify/" in client.get("/rules/").content.decode()


def test_a_games_rules_have_a_page(db: None, client: Client) -> None:
    response = client.get("/rules/fortify/")
    assert response.status_code == 200
    assert "Fortify" in response.content.decode()


def test_a_game_that_is_not_played_has_none(db: None, client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404
