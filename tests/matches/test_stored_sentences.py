"""Log, results and emails of a match, each reader's in a language of their own."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from html import escape

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from fortify_site.profiles import export_data
from mail.models import OutboxMail
from matches.gate import clock_acts, rulings, takeback
from matches.models import LogEntry, Match, Seat
from tests.support.composed_mails import html_of, latest, message_of, text_of
from tests.support.matches import SITE, last, length, submit, written_plain
from tests.support.second_language import OTHER

pytestmark = pytest.mark.usefixtures("brackets")


@pytest.fixture
def other(opponent: User) -> User:
    """The opponent, who reads another language."""
    opponent.language = OTHER
    opponent.save(update_fields=["language"])
    return opponent


def page(client: Client, user: User, match: Match) -> str:
    client.force_login(user)
    return client.get(match.get_absolute_url()).content.decode()


def mail(kind: str, reader: User) -> str:
    message = message_of(latest(kind, reader))
    return f"{text_of(message)} {html_of(message)}"


def in_other(turn: LogEntry) -> str:
    with translation.override(OTHER):
        words = turn.public_words
    assert words.startswith("«")
    return words


def test_turns_are_read_in_the_log_in_the_readers_language(
    client: Client, match: Match, player: User, other: User, player_seat: Seat
) -> None:
    line = submit(player_seat, "T@b3")
    clock_acts.give_time(match.seats.get(player=other), player_seat, timedelta(days=3), length(match), SITE)
    hers, his = page(client, player, match), page(client, other, match)
    assert escape(line.public_words) in hers
    assert "Gave the opponent 3 days." in hers
    assert escape(in_other(line)) in his
    assert "«Gave the opponent 3 «days».»" in his


def test_a_turn_is_told_in_the_readers_language(match: Match, other: User, player_seat: Seat) -> None:
    line = submit(player_seat, "T@b3")
    assert f"Ada: {in_other(line)}" in text_of(message_of(latest("your_turn", other)))


def test_so_is_a_turn_that_was_taken_back(match: Match, other: User, player_seat: Seat) -> None:
    line = submit(player_seat, "T@b3")
    OutboxMail.objects.filter(kind="your_turn").update(status=OutboxMail.Status.SENT)
    takeback.take_back(player_seat, SITE)
    assert in_other(line) in text_of(message_of(latest("taken_back", other)))


def test_a_result_is_told_in_the_readers_language(client: Client, match: Match, player: User, other: User) -> None:
    rulings.rule(match, [Fraction(1), Fraction(0)], "no show")
    words = "Ada won, by decision of the organiser: no show"
    for told in (page(client, player, match), mail("match_over", player)):
        assert words in told
        assert f"«{words}»" not in told
    for told in (page(client, other, match), mail("match_over", other)):
        assert f"«{words}»" in told


def test_who_asks_for_their_data_has_them_in_their_own_language(match: Match, other: User) -> None:
    rulings.annul(match, "no show")
    with translation.override(other.language):
        data = export_data.match_of(export_data.seats_of(other)[0])
    assert data["result"] == data["log"][0]["words"] == "«The match was annulled: no show»"


def test_the_reason_is_told_as_it_was_given(match: Match, other: User, player_seat: Seat) -> None:
    reason = "ill. Reason: 100 % flu %(x)s"
    clock_acts.add_time(player_seat, timedelta(days=3), reason, length(match))
    assert f"\nReason: {reason}\n" in text_of(message_of(latest("clock_changed", other)))


def test_a_mail_about_a_line_that_was_written_as_text_is_sent_without_its_reason(
    match: Match, other: User, player_seat: Seat
) -> None:
    clock_acts.stop_clock(player_seat, "ill", length(match))
    written_plain(last(match), "The organiser paused this clock. Reason: ill")
    told = text_of(message_of(latest("clock_changed", other)))
    assert "The organiser paused Ada’s clock." in told
    assert "Reason" not in told


def test_lines_that_were_written_as_text_are_still_shown(
    client: Client, match: Match, other: User, player_seat: Seat
) -> None:
    written_plain(submit(player_seat, "T@b3"), "As it was said then.")
    assert "As it was said then." in page(client, other, match)
    assert "As it was said then." in mail("your_turn", other)
