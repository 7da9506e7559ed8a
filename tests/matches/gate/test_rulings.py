"""What an organiser decides about a whole match."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches import hooks
from matches.gate import draws, rulings, turns
from matches.gate.refused import MatchRefused
from matches.match_view import permissions
from matches.models import LogEntry, Match, Seat
from matches.verify.replay import differences
from tests.support.factories import MatchFactory
from tests.support.matches import Mails, kinds, play_picks, submit

WON, HALF, LOST = Fraction(1), Fraction(1, 2), Fraction(0)


def stored(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def shares(match: Match) -> list[float | None]:
    return [None if seat.share is None else float(seat.share) for seat in match.seats.all()]


def rule_for_ada(match: Match) -> LogEntry:
    return rulings.rule(match, [WON, LOST], "Ben has left the club.")


def annul(match: Match) -> LogEntry:
    return rulings.annul(match, "Ben has left the club.")


def forfeit_of_ben(match: Match) -> LogEntry:
    return rulings.forfeit(match.seats.get(index=1), "he has left the club.")


decisions = pytest.mark.parametrize("decide", [rule_for_ada, annul, forfeit_of_ben])


@decisions
def test_it_ends_the_match_once_with_a_line_in_the_log_and_a_mail_to_each(
    toy_match: Match, mails: Mails, decide: Callable[[Match], LogEntry]
) -> None:
    line = decide(toy_match)
    assert decide(toy_match) == line
    match = stored(toy_match)
    assert (match.is_over, match.finished_at, match.log_length) == (True, line.at, 1)
    assert (line.via, line.words) == ("host", match.result_words)
    assert mails() == [("match_over", "Ada"), ("match_over", "Ben")]
    assert not match.seats.filter(asked_turn__isnull=False).exists()


@decisions
def test_the_match_is_what_its_log_says(toy_match: Match, second: Seat, decide: Callable[[Match], LogEntry]) -> None:
    submit(second, "pick 4")
    decide(toy_match)
    assert differences(stored(toy_match)) == []


def test_a_result_is_what_the_organiser_says_and_the_points_are_those_on_the_board(toy_match: Match) -> None:
    play_picks(toy_match)
    points = toy_match.game.view(stored(toy_match).loaded_state, None)["scores"]
    rule_for_ada(toy_match)
    match = stored(toy_match)
    assert (match.how_it_ended, shares(match)) == ("ruling", [1, 0])
    assert [seat.score for seat in match.seats.all()] == list(points)
    assert match.result_words == "Ada won, by decision of the organiser: Ben has left the club."
    assert differences(match) == []


def test_a_forfeit_is_told_apart_from_giving_up(toy_match: Match) -> None:
    forfeit_of_ben(toy_match)
    assert (stored(toy_match).how_it_ended, shares(toy_match)) == ("forfeit", [1, 0])
    assert kinds(toy_match) == ["forfeit"]
    assert stored(toy_match).result_words == "Ben forfeited the match: he has left the club."


@pytest.mark.parametrize(
    ("decided", "words"), [([HALF, HALF], "Draw"), ([LOST, LOST], "No winner"), ([LOST, WON], "Ben won")]
)
def test_a_match_may_be_drawn_or_lost_by_both(toy_match: Match, decided: list[Fraction], words: str) -> None:
    rulings.rule(toy_match, decided, "as the rules of the club say")
    assert shares(toy_match) == [float(share) for share in decided]
    assert stored(toy_match).result_words.startswith(f"{words}, by decision of the organiser:")


def test_an_annulled_match_has_no_result(match: Match) -> None:
    annul(match)
    assert (stored(match).how_it_ended, shares(match)) == ("annulled", [None, None])
    message = compose(OutboxMail.objects.filter(kind="match_over")[0])
    assert message is not None
    assert "The match doesn’t count" in message.body


@decisions
def test_nothing_is_decided_after_the_end(toy_match: Match, first: Seat, decide: Callable[[Match], LogEntry]) -> None:
    turns.resign(first, LogEntry.Via.SITE)
    with pytest.raises(MatchRefused, match="This match is over") as refused:
        decide(toy_match)
    assert refused.value.status == 409
    assert kinds(toy_match) == ["resignation"]


@pytest.mark.parametrize(("reason", "fault"), [(" ", "Give a reason"), ("x" * 201, "characters")])
def test_it_wants_a_reason(toy_match: Match, reason: str, fault: str) -> None:
    with pytest.raises(MatchRefused, match=fault):
        rulings.annul(toy_match, reason)
    assert kinds(toy_match) == []


def test_where_the_event_has_no_draws_players_agree_none(player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent])
    Match.objects.filter(pk=match.pk).update(draws=False)
    with pytest.raises(MatchRefused, match="Players can’t agree a draw in this event"):
        draws.offer_draw(match.seats.get(index=0), LogEntry.Via.SITE)


def test_a_match_says_what_it_is_played_for(player: User, opponent: User, client: Client) -> None:
    match: Match = MatchFactory(players=[player, opponent])
    Match.objects.filter(pk=match.pk).update(occasion="Spring Cup, round 3", occasion_path="/events/7/")
    client.force_login(player)
    page = client.get(match.get_absolute_url()).content.decode()
    assert '<a href="/events/7/">Spring Cup, round 3</a>' in page
    message = compose(OutboxMail.objects.get(match=match, kind="your_turn"))
    assert message is not None
    assert message.subject.startswith("Spring Cup, round 3: Fortify #")


def test_organisers_of_an_event_are_asked_for(
    match: Match, player: User, opponent: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks.organiser_check, "answers", [lambda user, about: (user, about) == (opponent, match)])
    assert permissions.may_organise(opponent, match)
    assert not permissions.may_organise(player, match)
    opponent.is_active = False
    assert not permissions.may_organise(opponent, match)
