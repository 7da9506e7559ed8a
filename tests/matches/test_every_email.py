"""What holds for every email there is. A new kind without a maker here, or without its headers, fails."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from pytest_django import Settings

from mail.models import OutboxMail
from mail.outbox.compose import compose
from mail.outbox.registry import KINDS, kinds_for_hosts
from mail.parse.html_to_text import as_text
from matches.email_kinds import KINDS as KINDS_OF_MATCHES
from matches.models import Link
from matches.replies.find_order import understand
from matches.replies.orders import Submit
from tests.mail.parse.replies import is_slip, is_turn
from tests.support import owed_by_mails
from tests.support.composed_mails import html_of, message_of, text_of
from tests.support.every_mail import MAKERS, Made
from tests.support.mail_players import ANSWERS, link_of, reply_address

MOST = 100_000  # bytes of a whole mail
NOBODY = "This mailbox isn’t monitored"
OF_NONE_IN_PARTICULAR = "_of_several"
TEMPLATES = Path(settings.BASE_DIR) / "templates" / "email"
WITHOUT_BOARD = {
    "challenge_reply",
    "challenge_accepted",
    "challenge_declined",
    "challenge_withdrawn",
    "match_begun",
    "seat_changed",
    "challenge_link",
    "digest",
    "reminder_of_several",
    "restored",
    "standstill",
}
COAST = "+-------+-------+", 'alt="Red on the board: .*(Green on the board): .*Water: .*Shore: '
FOREST = "(o) the oak", 'alt="Diamonds destroyed: .*(Monsters at the oak): '
"""How each is known in plain text, and in the words of its picture, with some that are nowhere else."""
CLOCK_KINDS = {
    *("your_turn", "digest", "reminder", "restored", "vacation_day", "passed_over", "clock_changed"),
    *("draw_offered", "draw_declined", "challenge_accepted", "match_begun", "taken_back", "said", "conditional_played"),
    *("handed_over", "pick_made", "seat_left", "baton_passed", "marked"),
    *("receipt", "refusal", "hello", "position", "confirm_resignation", "was_this_you"),
}


def shows_no_board(mail: OutboxMail) -> bool:
    return (
        f"{mail.kind}_of_several" if mail.match is None else mail.kind
    ) in WITHOUT_BOARD or mail.kind in WITHOUT_BOARD


def is_about_a_challenge_alone(mail: OutboxMail) -> bool:
    return mail.kind == "was_this_you" and mail.match is None


def test_every_kind_is_tried_here() -> None:
    assert set(MAKERS) == {*KINDS_OF_MATCHES}


def test_every_kind_has_its_template_and_there_is_no_other() -> None:
    found = [path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*") if path.parent != TEMPLATES]
    assert sorted(found) == sorted(f"{kind}/mail.txt" for kind in KINDS)


def test_templates_are_no_wider_than_code() -> None:
    lines = [(path.name, line) for path in TEMPLATES.rglob("*.txt") for line in path.read_text().splitlines()]
    assert [(name, line) for name, line in lines if len(line) > 120] == []


def test_it_is_written_as_every_mail_is(any_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    owed_by_mails.it_is_written_as_every_mail_is(any_mail, letter)
    board, words = FOREST if any_mail.kind == "marked" else COAST
    if not shows_no_board(any_mail) and not is_about_a_challenge_alone(any_mail):
        it_shows_its_board_in_both_parts(letter, board)
    its_first_words_say_what_it_is(letter)
    no_line_of_it_is_a_turn_that_an_unmarked_quote_could_play(letter)
    its_picture_says_in_words_what_it_shows(letter, words)


def it_shows_its_board_in_both_parts(letter: EmailMultiAlternatives, board: str) -> None:
    assert board in text_of(letter)
    assert html_of(letter).count("<img") == 1


def its_first_words_say_what_it_is(letter: EmailMultiAlternatives) -> None:
    """Inbox lists show them beside a subject that stays the same for the whole match."""
    first = [text_of(letter).split("\n", 1)[0], as_text(html_of(letter)).strip().split("\n", 1)[0]]
    assert first[0]
    assert not [line for line in first if line == settings.SITE_NAME or line.startswith("Hello")]


def no_line_of_it_is_a_turn_that_an_unmarked_quote_could_play(letter: EmailMultiAlternatives) -> None:
    body = re.sub(r"(?s).*<body[^>]*>", "<body>", html_of(letter))
    lines = [line.strip() for part in (text_of(letter), as_text(body)) for line in part.splitlines() if line.strip()]
    assert [line for line in lines if isinstance(understand(["Well.", line], is_turn, is_slip).order, Submit)] == []


def its_picture_says_in_words_what_it_shows(letter: EmailMultiAlternatives, words: str) -> None:
    """Once: who sees it needs no other board, and who does not needs none either; a map of letters is seen in its place
    alone (see ``test_on_a_phone``)."""
    shown = re.sub('(?s)<pre aria-hidden="true".*?</pre>', "", unescape(html_of(letter)))
    for picture in re.findall(r"<img[^>]*>", shown):
        found = re.search(words, picture)
        assert found is not None
        assert shown.count(found[1]) == 1


def test_its_addresses_work(any_mail: OutboxMail, letter: EmailMultiAlternatives, client: Client) -> None:
    owed_by_mails.its_addresses_work(any_mail, letter, client)


def test_it_takes_few_queries_and_looks_for_outages_once(any_mail: OutboxMail, made_mail: Made) -> None:
    assert len(made_mail.asked) <= 12
    has_a_clock = not is_about_a_challenge_alone(any_mail) and (any_mail.match is None or not any_mail.match.is_over)
    tells_of_clocks = any_mail.kind in CLOCK_KINDS and has_a_clock
    assert sum('FROM "matches_outage"' in sql for sql in made_mail.asked) == tells_of_clocks


def test_a_mail_with_a_board_brings_its_picture_and_stays_small(any_mail: OutboxMail, real_pictures: None) -> None:
    message = compose(any_mail)
    assert message is not None
    content = message.message().as_bytes()
    assert len(content) < MOST
    mail = message_from_bytes(content, policy=policy.default)
    pictures = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    html = mail.get_body(("html",))
    assert html is not None
    shown = re.findall(r'src="cid:([^"]+)"', html.get_content())
    assert shown == [png["Content-ID"].strip("<>") for png in pictures]
    if not pictures:
        assert shows_no_board(any_mail) or "offer" in any_mail.context
        return
    (png,) = pictures
    assert mail.get_content_type() == "multipart/related"
    assert not list(mail.iter_attachments()) or png.get_content_disposition() == "inline"


def test_every_mail_about_a_match_or_a_challenge_takes_replies(
    any_mail: OutboxMail, letter: EmailMultiAlternatives, request: pytest.FixtureRequest
) -> None:
    if any_mail.kind in kinds_for_hosts() or OF_NONE_IN_PARTICULAR in request.node.name:
        assert letter.reply_to == []
        assert NOBODY in text_of(letter)
        return
    link = link_of(reply_address(letter))
    assert link.user == any_mail.user
    if any_mail.match is not None:
        seat = any_mail.match.seats.get(player=any_mail.user)
        assert (link.seat, link.number, link.log_length) == (seat, seat.asked_turn, any_mail.match.log_length)
    else:
        assert link.offer or (link.seat and link.seat.player == any_mail.user)
    for part in (text_of(letter), html_of(letter)):
        assert "You can reply to this email" in part
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
