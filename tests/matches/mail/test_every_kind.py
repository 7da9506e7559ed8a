"""What holds for every mail there is. A new kind without a maker here, or without its headers, fails."""

from __future__ import annotations

import re
from email.utils import parseaddr
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.mail import links
from matches.mail.kinds import FOR_HOSTS, KINDS, OWN
from matches.mail.words import WIDTH
from matches.models import OutboxMail

from . import colours
from .conftest import MAKERS, STRANGE_NAME, html_of, message_of, text_of
from .replying import ANSWERS

TEMPLATES = Path(settings.BASE_DIR) / "templates" / "email"
PARTS = {"subject.txt", "body.txt", "body.html"}
TERRAIN = frozenset("~:=")
WITHOUT_BOARD = {
    "challenge_reply",
    "challenge_accepted",
    "challenge_declined",
    "challenge_withdrawn",
    "digest",
    "reminder",
    "standstill",
}
CLOCK_KINDS = {
    *("your_turn", "digest", "reminder", "leave_day", "passed_over", "clock_changed"),
    *("draw_offered", "draw_declined", "challenge_accepted", "taken_back", "said", "conditional_played"),
    *("receipt", "refusal", "hello", "position", "confirm_resignation", "was_this_you"),
}
ADDRESS = re.compile(r"https?://[^\s<>\"]+")


def is_about_a_challenge_alone(mail: OutboxMail) -> bool:
    return mail.kind == "was_this_you" and mail.match is None


def test_every_kind_is_tried_here() -> None:
    assert set(MAKERS) == OWN


def test_every_kind_has_its_three_templates_and_no_other() -> None:
    folders = {
        folder.name: {part.name for part in folder.iterdir()} for folder in TEMPLATES.iterdir() if folder.is_dir()
    }
    assert folders == dict.fromkeys(KINDS, PARTS)


def test_it_says_that_a_machine_wrote_it_and_how_to_stop_it(any_mail: OutboxMail) -> None:
    headers = message_of(any_mail).extra_headers
    assert headers["Auto-Submitted"] == ("auto-replied" if any_mail.kind in ANSWERS else "auto-generated")
    assert headers["Message-ID"] == any_mail.message_id
    if any_mail.kind in FOR_HOSTS:
        assert set(headers).isdisjoint({"List-Unsubscribe", "List-Unsubscribe-Post"})
        return
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(rf"<{settings.SITE_URL}/unsubscribe/[^/>\s]+/>", headers["List-Unsubscribe"])


def test_its_unsubscribe_address_works(any_mail: OutboxMail, client: Client) -> None:
    if any_mail.kind in FOR_HOSTS:
        return
    address = message_of(any_mail).extra_headers["List-Unsubscribe"].strip("<>").removeprefix(settings.SITE_URL)
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert any_mail.user is not None
    any_mail.user.refresh_from_db()
    assert any_mail.user.turn_mail == "none"


def test_it_comes_from_the_site_to_its_reader_alone(any_mail: OutboxMail) -> None:
    message = message_of(any_mail)
    assert parseaddr(message.from_email)[0] == settings.SITE_NAME
    assert any_mail.user is not None
    assert message.recipients() == [any_mail.user.email]


def test_names_and_messages_are_told_as_they_are(any_mail: OutboxMail) -> None:
    message = message_of(any_mail)
    together = f"{message.subject} {text_of(message)}"
    assert STRANGE_NAME in together
    for broken in ("&amp;", "&lt;", "&#x27;", "&quot;"):
        assert broken not in together
    assert "Ann &amp; &lt;Ben&gt;" in html_of(message)
    assert "<Ben>" not in html_of(message)


def test_the_text_fits_72_columns_but_for_addresses(any_mail: OutboxMail) -> None:
    too_wide = [line for line in text_of(message_of(any_mail)).splitlines() if len(line) > WIDTH]
    assert [line for line in too_wide if not ADDRESS.fullmatch(line)] == []


def test_nothing_is_left_open_or_empty(any_mail: OutboxMail) -> None:
    message = message_of(any_mail)
    assert "\n" not in message.subject
    assert "{" not in text_of(message)
    assert "None" not in text_of(message)
    assert "\n\n\n" not in text_of(message)
    assert "{%" not in html_of(message)
    assert ">None<" not in html_of(message)


def test_text_and_html_lead_to_the_same_places(any_mail: OutboxMail) -> None:
    message = message_of(any_mail)
    in_html = set(re.findall(r'href="([^"]+)"', html_of(message)))
    in_text = {address.rstrip(".,") for address in ADDRESS.findall(text_of(message))}
    assert in_html == in_text
    assert all(address.startswith(settings.SITE_URL) for address in in_text)


def test_every_address_in_it_opens(any_mail: OutboxMail, client: Client) -> None:
    assert any_mail.user is not None
    client.force_login(any_mail.user)
    for address in ADDRESS.findall(text_of(message_of(any_mail))):
        path = address.rstrip(".,").removeprefix(settings.SITE_URL) or "/"
        assert client.get(path, follow=True).status_code == 200, path


def test_a_link_in_it_is_the_readers_own(any_mail: OutboxMail) -> None:
    for token in re.findall(r"/l/([^/\s]+)/", text_of(message_of(any_mail))):
        link = links.find(token)
        assert link is not None
        assert link.user == any_mail.user
        assert not links.is_stale(link)


def test_the_html_is_small_and_loads_nothing(any_mail: OutboxMail) -> None:
    html = html_of(message_of(any_mail))
    seen = colours.read(html)
    assert len(html.encode()) < 100_000
    assert [address for address in seen.loads if not address.startswith("cid:")] == []
    assert seen.tags.isdisjoint({"script", "svg", "link", "style", "iframe", "form"})


def test_every_word_is_readable_in_its_own_colours_and_inverted(any_mail: OutboxMail) -> None:
    for words in colours.read(html_of(message_of(any_mail))).words:
        assert words.ink is not None, words
        assert words.paper is not None, words
        assert colours.contrast(words.ink, words.paper) >= 4.5, words
        needed = 3 if words.text in TERRAIN else 4.5  # signs that stand for something: WCAG 2.2, 1.4.11
        assert colours.contrast(colours.inverted(words.ink), colours.inverted(words.paper)) >= needed, words


def test_every_cell_says_its_colour(any_mail: OutboxMail) -> None:
    for cell in colours.read(html_of(message_of(any_mail))).cells:
        assert cell.get("bgcolor"), cell


def test_a_mail_about_a_match_shows_its_board_in_both_parts(any_mail: OutboxMail) -> None:
    if any_mail.kind in WITHOUT_BOARD or is_about_a_challenge_alone(any_mail):
        return
    message = message_of(any_mail)
    assert "+-------+-------+" in text_of(message)
    assert html_of(message).count("<td") > 25


def test_it_takes_few_queries_and_looks_for_outages_once(any_mail: OutboxMail) -> None:
    mail = OutboxMail.objects.get(pk=any_mail.pk)
    with CaptureQueriesContext(connection) as queries:
        message_of(mail)
    assert len(queries) <= 11
    has_a_clock = not is_about_a_challenge_alone(mail) and (mail.match is None or not mail.match.is_over)
    tells_of_clocks = mail.kind in CLOCK_KINDS and has_a_clock
    assert sum('FROM "matches_outage"' in query["sql"] for query in queries) == tells_of_clocks
