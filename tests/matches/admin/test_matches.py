"""What the host sees and may do."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from fortify_site.api.models import Webhook
from mail.models import InboundMail, OutboxMail
from matches.gate import rulings, turns
from matches.models import Link, LogEntry, Match, Offer, Seat
from tests.support.factories import SEED, ChallengeFactory, MatchFactory
from tests.support.matches import play_picks, submit
from tests.support.toy_game import Toy
from tournaments.models import Club, Event, Season


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    client.force_login(host)
    return client


def page(desk: Client, name: str, *args: int, **query: str) -> str:
    answer = desk.get(reverse(f"admin:matches_{name}", args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("query", ["Ada", "ada@players", "{pk}"])
def test_it_finds_a_match_by_player_or_number(
    desk: Client, toy_match: Match, stranger: User, host: User, query: str
) -> None:
    other = MatchFactory(game_slug="toy", players=[stranger, host])
    found = page(desk, "match_changelist", q=query.format(pk=toy_match.pk))
    assert reverse("admin:matches_match_change", args=[toy_match.pk]) in found
    assert reverse("admin:matches_match_change", args=[other.pk]) not in found


def test_a_list_of_matches_takes_a_constant_number_of_queries(
    desk: Client, toy_match: Match, django_assert_max_num_queries: object
) -> None:
    for _ in range(5):
        MatchFactory(game_slug="toy")
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        page(desk, "match_changelist")


def test_it_shows_where_a_running_match_stands_and_none_of_its_secrets(
    desk: Client, toy_match: Match, first: Seat
) -> None:
    submit(first, "pick 4")
    shown = page(desk, "match_change", toy_match.pk)
    for told in ("Ada", "Has picked", toy_match.seed_digest):
        assert told in shown
    for secret in ("pick 4", "picks 4", SEED, "picks_each"):
        assert secret not in shown


def test_what_it_does_not_show_cannot_be_guessed_letter_by_letter(desk: Client) -> None:
    assert desk.get(reverse("admin:matches_match_changelist"), {"seed__startswith": "a"}).status_code == 400


@pytest.mark.parametrize(
    ("column", "model"),
    [
        *(("state", Match), ("origin__server", Match), ("server", Offer), ("server", Event), ("server", Season)),
        *(("raw", InboundMail), ("text", OutboxMail), ("invitation_key", Club), ("secret", Webhook)),
    ],
)
def test_nor_can_it_anywhere_else(column: str, model: type[Model]) -> None:
    assert not admin.site._registry[model].lookup_allowed(f"{column}__startswith", "a", HttpRequest())


def test_it_tells_how_a_match_ended(desk: Client, toy_match: Match) -> None:
    rulings.annul(toy_match, "no show")
    for shown in (page(desk, "match_changelist"), page(desk, "match_change", toy_match.pk)):
        assert ">The match was annulled: no show<" in shown


def test_it_draws_the_board_of_a_real_game(desk: Client, match: Match) -> None:
    shown = page(desk, "match_change", match.pk)
    assert "Volley 1" in shown
    assert match.game.describe_options(match.options) in shown


def test_a_finished_match_shows_all(desk: Client, toy_match: Match, first: Seat) -> None:
    submit(first, "pick 4")
    turns.resign(first, LogEntry.Via.SITE)
    shown = page(desk, "match_change", toy_match.pk)
    assert "Picks 4" in shown
    assert SEED in shown


def test_a_long_log_is_cut(desk: Client, toy_match: Match, first: Seat) -> None:
    play_picks(toy_match)
    state = LogEntry.objects.latest("index").state
    LogEntry.objects.bulk_create(
        LogEntry(
            match=toy_match, index=index, seat=first, words="x", public_words=f"Line {index}.", state=state, via="site"
        )
        for index in range(2, 100)
    )
    Match.objects.update(log_length=100)
    shown = page(desk, "match_change", toy_match.pk)
    assert "Line 99." in shown
    assert "Line 59." not in shown


def test_a_match_cannot_be_changed_or_deleted_by_hand(desk: Client, toy_match: Match) -> None:
    before = Match.objects.values().get()
    change = reverse("admin:matches_match_change", args=[toy_match.pk])
    assert desk.post(change, {"status": "finished"}).status_code == 403
    assert desk.post(reverse("admin:matches_match_delete", args=[toy_match.pk]), {"post": "yes"}).status_code == 403
    assert desk.get(reverse("admin:matches_match_add")).status_code == 403
    assert Match.objects.values().get() == before


def test_challenges_are_found_by_address(desk: Client, toy: Toy, player: User) -> None:
    made: Offer = ChallengeFactory(challenger=player, email="zed@elsewhere.example", game_slug="toy")
    found = page(desk, "offer_changelist", q="zed@")
    assert reverse("admin:matches_offer_change", args=[made.pk]) in found
    assert "zed@elsewhere.example" in page(desk, "offer_change", made.pk)


def test_a_links_hash_is_not_shown(desk: Client, first: Seat, player: User) -> None:
    link = Link.objects.create(token_hash="f00d" * 16, user=player, purpose="turn", seat=first, number=1)
    assert "f00d" not in page(desk, "link_changelist") + page(desk, "link_change", link.pk)


def test_players_have_no_way_in(client: Client, player: User) -> None:
    client.force_login(player)
    assert client.get(reverse("admin:matches_match_changelist")).status_code == 302
