"""A match from whose seed others still play: its players alone see it, and nobody the seed, though it is over."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.gate import turns
from matches.models import LogEntry, Match
from matches.record.record import record_of
from tests.support.composed_mails import text_of
from tests.support.factories import MatchFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed(player: User, opponent: User) -> Match:
    """Over, and still sealed."""
    match: Match = MatchFactory(game_slug="fortress", options={}, players=[player, opponent], is_sealed=True)
    turns.resign(match.seats.get(index=0), LogEntry.Via.SITE)
    match.refresh_from_db()
    assert match.is_over
    return match


def addresses(match: Match) -> list[str]:
    return [
        *(reverse(f"matches:{name}", args=[match.pk]) for name in ("match", "check", "record", "clocks")),
        reverse("matches:turn", args=[match.pk, 0]),
        reverse("matches:analysis", args=[match.pk, 0]),
        f"/api/v1/matches/{match.pk}",
        f"/api/v1/matches/{match.pk}/turns",
    ]


@pytest.mark.parametrize("who", ["visitor", "member", "host"])
def test_nobody_else_sees_any_of_it(client: Client, sealed: Match, who: str) -> None:
    if who != "visitor":
        client.force_login(UserFactory(is_staff=who == "host", is_superuser=who == "host"))
    for address in addresses(sealed):
        answer = client.get(address, follow=True)
        text = answer.content.decode()
        assert sealed.seed not in text
        if not (who == "host" and address.endswith("clocks/")):
            assert answer.status_code == 404 or "/login/" in answer.redirect_chain[-1][0], address


def test_its_players_see_it_without_the_seed_until_it_is_open(client: Client, sealed: Match, player: User) -> None:
    client.force_login(player)
    page = client.get(sealed.get_absolute_url()).content.decode()
    assert sealed.seed_digest in page
    assert sealed.seed not in page
    assert "once they’ve all finished" in page
    assert "when the match is over" not in page
    assert reverse("matches:check", args=[sealed.pk]) not in page
    assert client.get(reverse("matches:check", args=[sealed.pk])).status_code == 302
    assert sealed.seed not in client.get(reverse("matches:record", args=[sealed.pk])).content.decode()
    Match.objects.filter(pk=sealed.pk).update(is_sealed=False)
    for name in ("match", "check", "record"):
        assert sealed.seed in client.get(reverse(f"matches:{name}", args=[sealed.pk])).content.decode()


def test_its_record_and_the_email_of_its_result_have_the_digest_alone(sealed: Match) -> None:
    texts = [record_of(sealed, list(sealed.seats.select_related("player")), None)]
    mails = map(compose, OutboxMail.objects.filter(match=sealed, kind="match_over"))
    texts += [text_of(mail) for mail in mails if mail is not None]
    assert len(texts) == 3
    assert sealed.seed_digest in texts[0]
    for text in texts:
        assert sealed.seed not in text
        assert sealed.seed_digest[:32] in text


def test_the_hosts_admin_has_neither_its_board_nor_its_log(client: Client, sealed: Match) -> None:
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    page = client.get(reverse("admin:matches_match_change", args=[sealed.pk])).content.decode()
    assert sealed.seed not in page
    assert "field-board" not in page
    assert "field-log" not in page
