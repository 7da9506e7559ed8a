"""A rematch: offered by one, accepted by the other; the same terms with the seats changed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.clocks.pauses import friendly_pool
from matches.gate import turns
from matches.mails import tokens
from matches.models import Link, Match, Offer, Seat
from matches.offers import answers, begin, rematch
from matches.offers.refused import OfferRefused
from matches.time_control.time_control import TimeControl
from tests.support.factories import GuestFactory, MatchFactory
from tests.support.matches import SITE, Mails, travel
from tests.support.offers import opponent_of
from tests.support.people import LogIn
from timekeeping import clock

DAY = timedelta(days=1)
CONTROL = TimeControl(10 * DAY, DAY, 12 * DAY, weekends=True, nights=True, at_zero="pass", passes=2)


@pytest.fixture
def match(player: User, opponent: User) -> Match:
    """Ada had the first seat and won."""
    made: Match = MatchFactory(
        players=[player, opponent], options={"map": "5x5"}, control=CONTROL, vacation_pool=friendly_pool()
    )
    turns.resign(made.seats.get(index=1), SITE)
    return Match.objects.get(pk=made.pk)


@pytest.fixture
def ada(match: Match) -> Seat:
    return match.seats.get(index=0)


@pytest.fixture
def ben(match: Match) -> Seat:
    return match.seats.get(index=1)


def test_it_is_a_challenge_on_the_same_terms(match: Match, ada: Seat, opponent: User, mails: Mails) -> None:
    offer = rematch.ask(ada)
    assert (offer.status, opponent_of(offer), offer.rematch_of) == ("open", opponent, match)
    assert (offer.options, offer.control, offer.vacation_pool) == (match.options, CONTROL, friendly_pool())
    assert mails() == [("challenge", "Ben")]


@pytest.mark.parametrize("asks_first", [0, 1])
def test_the_other_accepts_by_asking_and_has_the_other_seat(asks_first: int, match: Match) -> None:
    one, two = match.seats.get(index=asks_first), match.seats.get(index=1 - asks_first)
    rematch.ask(one)
    begun = rematch.ask(two).match
    assert begun is not None
    assert [seat.name for seat in begun.seats.all()] == ["Ben", "Ada"]
    assert (begun.options, begun.control) == (match.options, CONTROL)
    for seat in (one, two):
        assert rematch.ask(seat).match == begun
    assert Match.objects.count() == 2


def test_asking_twice_is_one_challenge(ada: Seat) -> None:
    assert rematch.ask(ada) == rematch.ask(ada)
    assert Offer.objects.count() == 1


def test_it_can_be_asked_again_after_a_no_or_two_weeks(ada: Seat, opponent: User, player: User) -> None:
    first = rematch.ask(ada)
    answers.decline(first, opponent)
    second = rematch.ask(ada)
    answers.withdraw_offer(second, player)
    third = rematch.ask(ada)
    with travel(days=15):
        begin.expire_due(clock.now())
        fourth = rematch.ask(ada)
    assert len({first.pk, second.pk, third.pk, fourth.pk}) == 4


def test_it_is_no_way_around_the_limits(ada: Seat, player: User) -> None:
    for _ in range(5):
        answers.withdraw_offer(rematch.ask(ada), player)
    with pytest.raises(OfferRefused) as refused:
        rematch.ask(ada)
    assert refused.value.code == "limit"


def test_it_follows_a_match_of_two_that_is_over_and_was_for_nothing(match: Match, ada: Seat, opponent: User) -> None:
    running: Match = MatchFactory(players=[match.seats.get(index=0).player, opponent])
    with pytest.raises(OfferRefused):
        rematch.ask(running.seats.get(index=0))
    for change in ({"is_active": False}, {}):
        User.objects.filter(pk=opponent.pk).update(**{"is_active": True} | change)
        Match.objects.filter(pk=match.pk).update(occasion="" if change else "Spring Cup, round 1")
        with pytest.raises(OfferRefused):
            rematch.ask(ada)
    assert not Offer.objects.exists()


class TestPage:
    def test_one_click_offers_and_one_accepts(
        self, match: Match, log_in: LogIn, player: User, opponent: User, stranger: User
    ) -> None:
        ada, ben, page = log_in(player), log_in(opponent), f"/matches/{match.pk}/"
        assert 'value="rematch"' in ada.get(page).content.decode()
        assert ada.get(f"{page}rematch/").headers["Location"] == page
        assert not Offer.objects.exists()
        assert ada.post(f"{page}rematch/").headers["Location"] == page
        assert 'value="rematch"' not in ada.get(page).content.decode()
        assert "Ben can accept until " in ada.get(page).content.decode()
        assert "Ada offers a rematch" in ben.get(page).content.decode()
        begun = ben.post(f"{page}rematch/").headers["Location"]
        assert begun == Offer.objects.get().match.get_absolute_url()  # type: ignore[union-attr]
        for client in (ada, ben):
            assert f'href="{begun}"' in client.get(page).content.decode()
        watching = log_in(stranger)
        assert "rematch" not in watching.get(page).content.decode()
        assert watching.post(f"{page}rematch/").status_code == 403

    def test_a_running_match_offers_none(self, log_in: LogIn, player: User, opponent: User) -> None:
        running: Match = MatchFactory(players=[player, opponent])
        ada = log_in(player)
        assert "data-after-match" not in ada.get(f"/matches/{running.pk}/").content.decode()
        assert ada.post(f"/matches/{running.pk}/rematch/").status_code == 409


class TestLink:
    @pytest.fixture
    def guest(self, player: User) -> User:
        assert not player.is_guest
        made: User = GuestFactory()
        return made

    @pytest.fixture
    def match(self, player: User, guest: User) -> Match:
        made: Match = MatchFactory(players=[player, guest])
        turns.submit_turn(made.seats.get(index=0), 1, "T@b3", SITE)
        turns.submit_turn(made.seats.get(index=1), 2, "I@d4", SITE)
        turns.resign(made.seats.get(index=0), SITE)
        return Match.objects.get(pk=made.pk)

    def test_the_email_with_the_result_brings_one_that_waits_for_a_button(
        self, match: Match, guest: User, client: Client
    ) -> None:
        mail = OutboxMail.objects.get(match=match, user=guest, kind="match_over")
        message = compose(mail)
        assert message is not None
        link = Link.objects.get(purpose=Link.Purpose.REMATCH, user=guest)
        address = next(word for word in str(message.body).split() if "/l/" in word and found(word) == link)
        path = address[address.index("/l/") :]
        for method in (client.get, client.head):
            assert method(path).status_code == 200
        assert not Offer.objects.exists()
        assert client.post(path, {"action": "rematch", "sure": "yes"}).headers["Location"] == path
        assert Offer.objects.get().host == guest
        assert " can accept until " in client.get(path).content.decode()

    def test_accepting_by_it_leads_to_the_first_turn(
        self, match: Match, guest: User, player: User, client: Client, log_in: LogIn
    ) -> None:
        log_in(player).post(f"/matches/{match.pk}/rematch/")
        path = f"/l/{tokens.mint_rematch(match.seats.get(player=guest))}/"
        first_turn = client.post(path, {"action": "rematch", "sure": "yes"}).headers["Location"]
        begun = Offer.objects.get().match
        assert begun is not None
        assert client.get(first_turn).context["match"] == begun

    def test_it_is_its_owners(self, match: Match, stranger: User, player: User, log_in: LogIn) -> None:
        path = f"/l/{tokens.mint_rematch(match.seats.get(player=player))}/"
        assert log_in(stranger).post(path, {"action": "rematch", "sure": "yes"}).status_code == 403
        assert log_in(player).get(path).headers["Location"] == match.get_absolute_url()
        assert not Offer.objects.exists()

    def test_a_guests_last_turn_offers_it_and_an_older_one_does_not(
        self, match: Match, guest: User, player: User, client: Client
    ) -> None:
        seat = match.seats.get(player=guest)
        last = f"/l/{tokens.mint_watching(seat)}/"
        older = f"/l/{tokens.mint_turn(seat, tokens.NEVER_ASKED)}/"
        members = f"/l/{tokens.mint_watching(match.seats.get(player=player))}/"
        for path in (older, members):
            assert 'value="rematch"' not in client.get(path).content.decode()
            assert client.post(path, {"action": "rematch", "sure": "yes"}).status_code in {409, 422}
        assert not Offer.objects.exists()
        assert 'value="rematch"' in client.get(last).content.decode()
        assert client.post(last, {"action": "rematch", "sure": "yes"}).headers["Location"] == last
        assert Offer.objects.get().host == guest


def found(address: str) -> Link | None:
    return tokens.find(address.rstrip("/").rsplit("/", 1)[-1])
