"""What the host sees and may do."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.gate import rulings, turns
from matches.models import Challenge, Link, Match, OutboxMail, Seat, Turn
from tests.support.factories import SEED, ChallengeFactory, MatchFactory, UserFactory
from tests.support.matches import play_picks, submit
from tests.support.toy_game import Toy

pytestmark = pytest.mark.django_db
Status = OutboxMail.Status


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    client.force_login(host)
    return client


def page(desk: Client, name: str, *args: int, **query: str) -> str:
    answer = desk.get(reverse(f"admin:matches_{name}", args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def act(desk: Client, action: str, mail: OutboxMail) -> None:
    data = {"action": action, "_selected_action": [mail.pk]}
    assert desk.post(reverse("admin:matches_outboxmail_changelist"), data).status_code == 302
    mail.refresh_from_db()


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


def test_it_shows_where_a_match_stands(desk: Client, toy_match: Match, first: Seat) -> None:
    submit(first, "pick 4")
    shown = page(desk, "match_change", toy_match.pk)
    assert "Ada" in shown
    assert "Seat 0 has picked." in shown
    assert toy_match.seed_digest in shown


def test_it_tells_how_a_match_ended(desk: Client, toy_match: Match) -> None:
    rulings.annul(toy_match, "no show")
    for shown in (page(desk, "match_changelist"), page(desk, "match_change", toy_match.pk)):
        assert ">The match is annulled: no show<" in shown


def test_it_draws_the_board_of_a_real_game(desk: Client, match: Match) -> None:
    shown = page(desk, "match_change", match.pk)
    assert "Volley 1" in shown
    assert match.game.describe_options(match.options) in shown


def test_a_running_matchs_secrets_are_not_shown(desk: Client, toy_match: Match, first: Seat) -> None:
    submit(first, "pick 4")
    shown = page(desk, "match_change", toy_match.pk)
    assert "pick 4" not in shown
    assert "picks 4" not in shown
    assert SEED not in shown
    assert "picks_each" not in shown


def test_a_finished_match_shows_all(desk: Client, toy_match: Match, first: Seat) -> None:
    submit(first, "pick 4")
    turns.resign(first, Turn.Via.SITE)
    shown = page(desk, "match_change", toy_match.pk)
    assert "Seat 0 picks 4." in shown
    assert SEED in shown


def test_a_long_log_is_cut(desk: Client, toy_match: Match, first: Seat) -> None:
    play_picks(toy_match)
    state = Turn.objects.latest("index").state
    Turn.objects.bulk_create(
        Turn(
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
    made: Challenge = ChallengeFactory(challenger=player, email="zed@elsewhere.example", game_slug="toy")
    found = page(desk, "challenge_changelist", q="zed@")
    assert reverse("admin:matches_challenge_change", args=[made.pk]) in found
    assert "zed@elsewhere.example" in page(desk, "challenge_change", made.pk)


def test_a_links_hash_is_not_shown(desk: Client, first: Seat, player: User) -> None:
    link = Link.objects.create(token_hash="f00d" * 16, user=player, purpose="turn", seat=first, number=1)
    assert "f00d" not in page(desk, "link_changelist") + page(desk, "link_change", link.pk)


def test_it_says_why_a_mail_failed_but_not_what_was_in_it(desk: Client, player: User) -> None:
    mail = OutboxMail.objects.create(
        kind="account", user=player, text="Your code is 123456", status=Status.PARKED, last_error="550 no such user"
    )
    shown = page(desk, "outboxmail_changelist", status__exact="parked") + page(desk, "outboxmail_change", mail.pk)
    assert "550 no such user" in shown
    assert "123456" not in shown


def test_a_parked_mail_can_be_sent_again(desk: Client, toy_match: Match) -> None:
    mail = OutboxMail.objects.filter(match=toy_match).earliest("pk")
    OutboxMail.objects.filter(pk=mail.pk).update(status=Status.PARKED, attempts=9)
    act(desk, "send_again", mail)
    assert (mail.status, mail.attempts) == (Status.QUEUED, 0)


def test_a_mail_can_be_given_up(desk: Client, toy_match: Match) -> None:
    mail = OutboxMail.objects.filter(match=toy_match).earliest("pk")
    act(desk, "give_up", mail)
    assert mail.status == Status.DROPPED


def test_what_was_sent_cannot_be_given_up(desk: Client, toy_match: Match) -> None:
    mail = OutboxMail.objects.filter(match=toy_match).earliest("pk")
    OutboxMail.objects.filter(pk=mail.pk).update(status=Status.SENT)
    act(desk, "give_up", mail)
    assert mail.status == Status.SENT


def test_players_have_no_way_in(client: Client, player: User) -> None:
    client.force_login(player)
    assert client.get(reverse("admin:matches_match_changelist")).status_code == 302


def test_a_helper_who_may_only_look_cannot_send_again(client: Client, toy_match: Match) -> None:
    helper: User = UserFactory(is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_outboxmail"))
    client.force_login(helper)
    mail = OutboxMail.objects.filter(match=toy_match).earliest("pk")
    client.post(reverse("admin:matches_outboxmail_changelist"), {"action": "give_up", "_selected_action": [mail.pk]})
    mail.refresh_from_db()
    assert mail.status == Status.QUEUED
