"""Offering, accepting and declining a draw."""

from __future__ import annotations

import pytest

from mail.models import OutboxMail
from matches.gate import draws, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, Mails, kinds, submit
from tests.support.toy_game import Toy


def offered_by(match: Match) -> Seat | None:
    return Match.objects.get(pk=match.pk).draw_offered_by


def test_an_offer_stands_until_it_is_answered_and_does_not_change_whose_turn_it_is(
    toy_match: Match, first: Seat, mails: Mails
) -> None:
    before = list(Seat.objects.values())
    offer = draws.offer_draw(first, SITE)
    assert (offer.kind, offer.number, offer.seat) == ("draw_offer", None, first)
    assert offered_by(toy_match) == first
    assert list(Seat.objects.values()) == before
    assert mails() == [("draw_offered", "Ben")]
    assert OutboxMail.objects.latest("pk").context["turn"] == offer.pk


def test_an_accepted_offer_ends_the_match(toy_match: Match, first: Seat, second: Seat, mails: Mails) -> None:
    draws.offer_draw(first, SITE)
    mails()
    draws.accept_draw(second, LogEntry.Via.LINK)
    toy_match.refresh_from_db()
    assert (toy_match.status, toy_match.how_it_ended) == ("finished", "agreement")
    assert [str(seat.share) for seat in toy_match.seats.all()] == ["0.5000", "0.5000"]
    assert kinds(toy_match) == ["draw_offer", "agreement"]
    assert mails() == [("match_over", "Ada"), ("match_over", "Ben")]


@pytest.mark.parametrize("via", [LogEntry.Via.MAIL, LogEntry.Via.API])
def test_two_offers_are_an_agreement(via: LogEntry.Via, toy_match: Match, first: Seat, second: Seat) -> None:
    draws.offer_draw(first, SITE)
    assert draws.offer_draw(second, via).kind == LogEntry.Kind.AGREEMENT
    toy_match.refresh_from_db()
    assert toy_match.is_over


@pytest.mark.parametrize("via", [LogEntry.Via.SITE, LogEntry.Via.LINK])
def test_an_offer_from_a_page_that_crosses_another_ends_nothing(
    via: LogEntry.Via, toy_match: Match, first: Seat, second: Seat
) -> None:
    draws.offer_draw(first, SITE)
    with pytest.raises(MatchRefused, match="just offered a draw") as refused:
        draws.offer_draw(second, via)
    assert refused.value.code == "stale"
    toy_match.refresh_from_db()
    assert not toy_match.is_over
    assert toy_match.draw_offered_by == first
    assert kinds(toy_match) == ["draw_offer"]


def test_a_declined_offer_is_gone_and_made_again_after_another_turn(
    toy_match: Match, first: Seat, second: Seat, mails: Mails
) -> None:
    draws.offer_draw(first, SITE)
    mails()
    draws.decline_draw(second, SITE)
    assert offered_by(toy_match) is None
    assert mails() == [("draw_declined", "Ada")]
    with pytest.raises(MatchRefused, match="no draw offer") as refused:
        draws.accept_draw(second, SITE)
    assert refused.value.code == "stale"
    with pytest.raises(MatchRefused, match="again after the next turn") as refused:
        draws.offer_draw(first, SITE)
    assert refused.value.status == 422
    submit(second, "pick 2")
    assert draws.offer_draw(first, SITE).kind == LogEntry.Kind.DRAW_OFFER


def test_an_offer_stays_when_its_maker_plays_and_lapses_when_the_opponent_does(
    toy_match: Match, first: Seat, second: Seat
) -> None:
    draws.offer_draw(first, SITE)
    submit(first, "pick 2")
    assert offered_by(toy_match) == first
    submit(second, "pick 2")
    assert offered_by(toy_match) is None


def test_offering_twice_is_harmless(toy_match: Match, first: Seat, mails: Mails) -> None:
    offer = draws.offer_draw(first, SITE)
    mails()
    assert draws.offer_draw(first, SITE) == offer
    assert kinds(toy_match) == ["draw_offer"]
    assert mails() == []


def test_it_refuses_to_answer_ones_own_offer(first: Seat) -> None:
    draws.offer_draw(first, SITE)
    for answer in (draws.accept_draw, draws.decline_draw):
        with pytest.raises(MatchRefused, match="your opponent has to answer") as refused:
            answer(first, SITE)
        assert refused.value.code == "not_asked"


def test_it_refuses_an_offer_after_the_end(toy_match: Match, first: Seat, second: Seat) -> None:
    turns.resign(first, SITE)
    for act in (draws.offer_draw, draws.accept_draw, draws.decline_draw):
        with pytest.raises(MatchRefused, match="This match is over") as refused:
            act(second, SITE)
        assert refused.value.code == "over"


def test_it_refuses_an_offer_where_the_game_has_no_draws_and_among_three(
    toy: Toy, toy_match: Match, first: Seat
) -> None:
    match = MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(3)])
    with pytest.raises(MatchRefused, match="can’t agree a draw"):
        draws.offer_draw(match.seats.get(index=0), SITE)
    toy.draws = False  # type: ignore[misc]
    with pytest.raises(MatchRefused, match="Players can’t agree a draw in Toy") as refused:
        draws.offer_draw(first, SITE)
    assert refused.value.code == "illegal"
