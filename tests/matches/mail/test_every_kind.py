"""What holds for every mail there is. A new kind without a maker here, or without its headers, fails."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.mail.kinds import KINDS, OWN
from matches.models import OutboxMail

from .conftest import MAKERS, html_of, message_of, text_of
from .owed import test_it_is_written_as_every_mail_is, test_its_addresses_work  # noqa: F401 (they run here)

TEMPLATES = Path(settings.BASE_DIR) / "templates" / "email"
PARTS = {"subject.txt", "body.txt", "body.html"}
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
    "handed_over",
    *("receipt", "refusal", "hello", "position", "confirm_resignation", "was_this_you"),
}


def is_about_a_challenge_alone(mail: OutboxMail) -> bool:
    return mail.kind == "was_this_you" and mail.match is None


def test_every_kind_is_tried_here() -> None:
    assert set(MAKERS) == OWN


def test_every_kind_has_its_three_templates_and_no_other() -> None:
    folders = {
        folder.name: {part.name for part in folder.iterdir()} for folder in TEMPLATES.iterdir() if folder.is_dir()
    }
    assert folders == dict.fromkeys(KINDS, PARTS)


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
