"""Where replies to each mail go, and how a mail says so."""

from __future__ import annotations

import re
from email.utils import parseaddr

import pytest
from pytest_django import Settings

from fortify_site.accounts.models import User
from matches.mail import links
from matches.mail.compose import compose
from matches.mail.kinds import FOR_HOSTS, KINDS
from matches.mail.kinds.examples import examples
from matches.models import Link, Match, OutboxMail, Seat
from tests.factories import MatchFactory

from .conftest import MAKERS, html_of, latest, message_of, play_on, text_of
from .replying import ANSWERS, newest, reply_address

pytestmark = pytest.mark.django_db
NOBODY = "Nobody reads answers to this mail"
OF_NONE_IN_PARTICULAR = "_of_several"


def token_in(address: str) -> str:
    found = re.fullmatch(r"play\+([a-z2-7]{32})@replies\.example", address)
    assert found is not None
    return found[1]


def link_of(address: str) -> Link:
    (link,) = links.find_replies([links.hashed(token_in(address))])
    return link


def test_every_mail_about_a_match_or_a_challenge_takes_replies(
    any_mail: OutboxMail, request: pytest.FixtureRequest
) -> None:
    message = message_of(any_mail)
    if any_mail.kind in FOR_HOSTS or OF_NONE_IN_PARTICULAR in request.node.name:
        assert message.reply_to == []
        assert NOBODY in text_of(message)
        return
    link = link_of(reply_address(message))
    assert link.user == any_mail.user
    if any_mail.match is not None:
        seat = any_mail.match.seats.get(player=any_mail.user)
        assert (link.seat, link.number, link.log_length) == (seat, seat.number, any_mail.match.log_length)
    else:
        assert link.challenge or (link.seat and link.seat.player == any_mail.user)
    for part in (text_of(message), html_of(message)):
        assert "You can reply to this mail" in part
        assert NOBODY not in part


def test_without_a_domain_for_them_no_mail_takes_replies_or_speaks_of_them(
    any_mail: OutboxMail, settings: Settings
) -> None:
    settings.REPLY_DOMAIN = ""
    before = Link.objects.filter(purpose__in=("reply", "resign")).count()
    message = message_of(any_mail)
    assert message.reply_to == []
    assert Link.objects.filter(purpose__in=("reply", "resign")).count() == before
    for part in (text_of(message), html_of(message)):
        assert NOBODY in part
        assert any_mail.kind in ANSWERS or not re.search(r"\brepl[yi]", part, re.IGNORECASE)


def test_a_resignation_has_an_address_of_its_own(match: Match, player: User) -> None:
    assert link_of(reply_address(newest(player))).purpose == Link.Purpose.REPLY
    mail = MAKERS["confirm_resignation"]()
    assert link_of(reply_address(message_of(mail))).purpose == Link.Purpose.RESIGN


def test_the_address_is_under_the_opponents_name(match: Match, player: User) -> None:
    (header,) = newest(player).reply_to
    assert parseaddr(header)[0] == "Ben"
    assert parseaddr(str(newest(player).message()["Reply-To"]))[0] == "Ben"


def test_where_the_opponent_is_gone_it_is_under_the_sites(
    match: Match, player: User, opponent_seat: Seat, settings: Settings
) -> None:
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
    found = re.search(r"which is\s+legal now:\n\n    (\S.*)\n", text_of(message))
    assert found is not None
    seat = match.seats.get(number__isnull=False, index=0)
    assert match.game.play(match.loaded_state, seat.index, found[1]).text == found[1]
    assert found[1].replace("&", "&amp;") in html_of(message)


def test_examples_are_different_and_legal_and_the_same_every_time() -> None:
    match = play_on(MatchFactory(), 7)
    seat = match.seats.get(number__isnull=False)
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
