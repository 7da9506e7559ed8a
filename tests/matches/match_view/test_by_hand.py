"""Statements that are written by hand answer as the ORM would."""

from __future__ import annotations

import pytest
from django.db.models import Q

from accounts.models import User
from matches.gate import chat, takeback
from matches.match_view import lists
from matches.match_view.log import PLAYED, positions_of
from matches.match_view.log_page import latest_lines
from matches.match_view.overview import WaitingTurns, waiting_turns
from matches.models import LogEntry, Match, Seat
from matches.record.record import IS_UNDONE
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, asked, play_on


@pytest.fixture
def played(match: Match, player_seat: Seat) -> Match:
    """A match in which something was said, and turns were taken back and played again."""
    chat.write_message(player_seat, "Good luck!", SITE)
    play_on(match, 1)
    takeback.take_back(player_seat, SITE)
    play_on(match, 4, message="Have a look")
    before = asked(match)
    play_on(match, 1)
    takeback.take_back(before, SITE)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("since", [0, 1, 3, 5, 100])
def test_the_last_lines_of_a_log(played: Match, since: int) -> None:
    lines = LogEntry.objects.filter(Q(index__gte=since) | ~Q(message=""), match=played, index__lt=played.log_length - 1)
    lines = lines.annotate(is_undone=IS_UNDONE)
    wanted = [known_of(line) for line in lines.order_by("-index")]
    counted = LogEntry.objects.filter(~IS_UNDONE, match=played, index__lt=since, kind__in=PLAYED).count()
    found = latest_lines(played.pk, played.log_length - 1, since)
    assert [known_of(line) for line in found.lines] == wanted
    assert wanted
    assert (found.played_before, found.first_position) == (counted, positions_of(played.pk).first())


def known_of(line: LogEntry) -> dict[str, object]:
    fields = [field.attname for field in LogEntry._meta.concrete_fields if field.name not in {"state", "clocks"}]
    undone = bool(line.is_undone)  # type: ignore[attr-defined]
    return {name: getattr(line, name) for name in fields} | {"is_undone": undone}


@pytest.mark.parametrize("number", [0, 3])
def test_the_turns_that_wait(player: User, opponent: User, number: int) -> None:
    assert waiting_turns(player) == WaitingTurns()
    for days in range(1, number + 1):
        MatchFactory(players=[player, opponent], days=days)
        MatchFactory(players=[opponent, player], days=days)
    Seat.objects.filter(match__in=Match.objects.order_by("pk")[:1]).update(stopped=Seat.Stopped.MAIL, deadline=None)
    MatchFactory(players=[UserFactory(), player])
    waiting = list(lists.waiting_seats(player))
    held = [seat for seat in waiting if seat.stopped == Seat.Stopped.MAIL]
    first = waiting[0].match_id if waiting else None
    assert waiting_turns(player) == WaitingTurns(first, len(waiting), len(held))
