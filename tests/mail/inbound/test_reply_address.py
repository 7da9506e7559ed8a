"""Where replies to each email go, and how an email says so."""

from __future__ import annotations

import re
from email.utils import parseaddr

import pytest
from pytest_django import Settings

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from mail.outbox.registry import KINDS
from matches.match_view.match_context import examples
from matches.models import Link, Match, Seat
from tests.support.composed_mails import html_of, latest, message_of, text_of
from tests.support.every_mail import MAKERS
from tests.support.factories import MatchFactory
from tests.support.mail_players import link_of, newest, reply_address, token_in
from tests.support.matches import play_on


def test_a_resignation_has_an_address_of_its_own(match: Match, player: User) -> None:
    assert link_of(reply_address(newest(player))).purpose == Link.Purpose.REPLY
    mail = MAKERS["confirm_resignation"]()
    assert link_of(reply_address(message_of(mail))).purpose == Link.Purpose.RESIGN


def test_the_address_is_under_the_opponents_name_or_the_sites_where_the_opponent_is_gone(
    match: Match, player: User, opponent_seat: Seat, settings: Settings
) -> None:
    (header,) = newest(player).reply_to
    assert parseaddr(header)[0] == "Ben"
    assert parseaddr(str(newest(player).message()["Reply-To"]))[0] == "Ben"
    Seat.objects.filter(pk=opponent_seat.pk).update(player=None)
    assert parseaddr(newest(player).reply_to[0])[0] == settings.SITE_NAME


@pytest.mark.parametrize("name", ['Eve" <eve@x.example>, "', "Eve\r\nBcc: eve@x.example", "Ève, née à Žďár", "a" * 40])
def test_a_strange_name_does_no_harm(match: Match, player: User, opponent: User, name: str) -> None:
    User.objects.filter(pk=opponent.pk).update(display_name=name)
    raw = newest(player).message()
    assert raw["Bcc"] is None
    token_in(parseaddr(str(raw["Reply-To"]))[1])


def test_an_address_is_no_ones_before_and_never_stored(match: Match, player: User) -> None:
    one, two = reply_address(newest(player)), reply_address(newest(player))
    assert one != two
    assert token_in(one) not in str(list(Link.objects.values()))
    assert token_in(one) not in str(list(OutboxMail.objects.values()))


@pytest.mark.parametrize("kind", ["your_turn", "reminder"])
@pytest.mark.parametrize("special", ["", "on"])
def test_it_shows_an_answer_that_is_legal_right_now(player: User, opponent: User, kind: str, special: str) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": special})
    if kind == "reminder":
        message = message_of(MAKERS["reminder"]())
        match = OutboxMail.objects.get(kind="reminder").match or match
    else:
        message = newest(player)
    found = re.search(r"of its own:\n\n    e\.g\. (\S.*)\n", text_of(message))
    assert found is not None
    seat = match.seats.get(asked_turn__isnull=False, index=0)
    assert match.game.play(match.loaded_state, seat.index, found[1]).text == found[1]
    assert found[1].replace("&", "&amp;") in html_of(message)


def test_examples_are_different_and_legal_and_the_same_every_time(db: None) -> None:
    match = play_on(MatchFactory(), 7)
    seat = match.seats.get(asked_turn__isnull=False)
    found = examples(match.game, match.loaded_state, seat.index, 3)
    assert len(set(found)) == 3
    assert found == examples(match.game, match.loaded_state, seat.index, 3)
    for text in found:
        match.game.play(match.loaded_state, seat.index, text)


def test_every_kind_here_is_known() -> None:
    assert set(MAKERS) <= set(KINDS)


def test_a_mail_that_is_moot_takes_none(match: Match, player: User) -> None:
    mail = latest("your_turn", player)
    play_on(match, 1)
    before = Link.objects.count()
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None
    assert Link.objects.count() == before
