from __future__ import annotations

from django.test import Client


def test_a_visitor_finds_the_rules_of_every_game_that_is_played(db: None, client: Client) -> None:
    assert "/rules/fortify/" in client.get("/rules/").text
    response = client.get("/rules/fortify/")
    assert response.status_code == 200
    assert "Fortify" in response.text
    assert client.get("/rules/chess/").status_code == 404
    assert "Set up a table" not in response.text
    assert 'href="/tables/new/?game=fortress">Set up a table' in client.get("/rules/fortress/").text
