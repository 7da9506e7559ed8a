"""Making and answering challenges."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.names.display_names import clean_display_name
from engine.chance import shuffled
from mail.models import OutboxMail
from matches.clocks import pauses
from matches.models import Match, Offer
from matches.offers import answers, begin, locking, terms
from matches.offers.refused import OfferRefused
from matches.time_control import time_control
from tests.support.factories import ChallengeFactory, GuestFactory, MatchFactory, UserFactory
from tests.support.matches import Mails, travel
from tests.support.offers import accepted, opponent_of
from timekeeping import clock

THREE_DAYS = timedelta(days=3)
VACATION_DAYS = time_control.TimeControl(THREE_DAYS, THREE_DAYS, THREE_DAYS, at_zero="leave")
AGREED = time_control.TimeControl(
    timedelta(days=10),
    timedelta(days=1),
    timedelta(days=12),
    weekends=True,
    nights=True,
    at_zero="pass",
    passes=2,
)

pytestmark = pytest.mark.usefixtures("toy")


def challenge(challenger: User, opponent: User | None = None, **more: Any) -> Offer:
    made: Offer = ChallengeFactory(challenger=challenger, opponent=opponent, game_slug="toy", **more)
    return made


def refusal(challenger: User, opponent: User | None = None, **more: Any) -> OfferRefused:
    with pytest.raises(OfferRefused) as caught:
        challenge(challenger, opponent, **more)
    return caught.value


# -- making one ----------------------------------------------------------------------------------------------------


def test_a_challenge_waits_two_weeks(player: User, opponent: User) -> None:
    with travel(days=0):
        made = challenge(player, opponent, message=" A game? ", days=5, options={"picks": "2"})
        made.refresh_from_db()
        assert made.expires_at == timezone.now() + timedelta(days=14)
    assert (made.status, opponent_of(made), made.message) == ("open", opponent, "A game?")
    assert (made.options, made.control) == ({"picks": 2}, time_control.TimeControl.fixed(5))


def test_the_player_challenged_is_told(player: User, opponent: User, mails: Mails) -> None:
    made = challenge(player, opponent)
    assert mails() == [("challenge", "Ben")]
    assert OutboxMail.objects.latest("pk").context == {"offer": made.pk, "place": made.places.get().pk}


def test_an_open_challenge_tells_nobody(player: User, mails: Mails) -> None:
    assert challenge(player).free == 1
    assert mails() == []


def test_it_finds_a_player_however_the_name_is_cased_and_composed(opponent: User) -> None:
    zoe = UserFactory(display_name=clean_display_name("Zo\u00eb"))
    assert terms.find_player("Zoe\u0308") == zoe
    assert terms.find_player("  bEN ") == opponent


def test_it_says_when_nobody_has_that_name(player: User) -> None:
    with pytest.raises(OfferRefused, match="No player here is called “Zed”") as refused:
        terms.find_player("Zed")
    assert (refused.value.code, refused.value.field, refused.value.status) == ("unknown", "opponent", 422)


def test_a_guest_is_found_by_name_only_after_playing(player: User) -> None:
    guest = GuestFactory()
    with pytest.raises(OfferRefused):
        terms.find_player(guest.display_name)
    MatchFactory(game_slug="toy", players=[player, guest])
    assert terms.find_player(guest.display_name) == guest


def test_it_refuses_to_challenge_oneself(player: User) -> None:
    assert refusal(player, player).code == "self"
    assert refusal(player, email="ADA@players.example").code == "self"


def test_it_refuses_a_closed_account_by_name(player: User, opponent: User) -> None:
    opponent.is_active = False
    opponent.save()
    assert refusal(player, opponent).code == "unknown"
    with pytest.raises(OfferRefused):
        terms.find_player("Ben")


@pytest.mark.parametrize(
    ("more", "field", "words"),
    [
        ({"email": "not an address"}, "email", "“not an address” isn’t an email address."),
        ({"email": "a" * 250 + "@b.example"}, "email", "mail address"),
        ({"options": {"picks": "7"}}, "picks", "There are 1 or 2 picks."),
        ({"first": "third"}, "first", "Choose who goes first"),
        ({"days": 31}, "increment", "A turn can add at most 30 days."),
        ({"days": 1 / 48}, "start", "A clock can start with 1 hour to 60 days."),
        ({"control": VACATION_DAYS}, "at_zero", "only if vacation pauses the clock"),
        ({"message": "a" * 501}, "message", "501 characters"),
    ],
)
def test_it_refuses_what_cannot_be_and_says_which_field(
    player: User, more: dict[str, Any], field: str, words: str
) -> None:
    refused = refusal(player, **more)
    assert (refused.code, refused.field, refused.status) == ("invalid", field, 422)
    assert words in refused.message
    assert Offer.objects.count() == 0


def test_it_refuses_a_game_that_is_not_played_here(player: User) -> None:
    with pytest.raises(OfferRefused, match="don’t offer this game"):
        ChallengeFactory(challenger=player, game_slug="chess")


# -- accepting -----------------------------------------------------------------------------------------------------


def seats(match: Match) -> list[User | None]:
    return [seat.player for seat in match.seats.all()]


@pytest.mark.parametrize(("first", "order"), [("me", ["Ada", "Ben"]), ("you", ["Ben", "Ada"])])
def test_accepting_starts_the_match(player: User, opponent: User, first: str, order: list[str]) -> None:
    made = challenge(player, opponent, first=first, days=5, options={"picks": "2"})
    match = accepted(made, opponent)
    made.refresh_from_db()
    assert (made.status, made.match) == ("begun", match)
    assert [str(user) for user in seats(match)] == order
    assert (match.options, match.control) == ({"picks": 2}, time_control.TimeControl.fixed(5))


@pytest.mark.parametrize(("control", "with_vacation"), [(AGREED, True), (AGREED, False), (VACATION_DAYS, True)])
def test_the_match_has_the_terms_of_time_that_were_agreed(
    player: User, opponent: User, control: time_control.TimeControl, with_vacation: bool
) -> None:
    made = challenge(player, opponent, control=control, vacation=with_vacation)
    match = accepted(Offer.objects.get(pk=made.pk), opponent)
    match.refresh_from_db()
    assert match.control == control
    assert match.vacation_pool == (pauses.friendly_pool() if with_vacation else None)


def test_the_challenger_is_told_of_the_acceptance(player: User, opponent: User, mails: Mails) -> None:
    made = challenge(player, opponent)
    mails()
    answers.accept_place(made, opponent)
    assert sorted(mails()) == [("your_turn", "Ada"), ("your_turn", "Ben")]


def test_the_lot_can_be_checked_from_the_seed(player: User, opponent: User) -> None:
    for _ in range(6):
        match = accepted(challenge(player, opponent, first="lot"), opponent)
        assert seats(match) == shuffled(bytes.fromhex(match.seed), "match/lot/0", [player, opponent])


def test_anyone_may_take_an_open_challenge(player: User, stranger: User) -> None:
    made = challenge(player)
    match = accepted(made, stranger)
    made.refresh_from_db()
    assert opponent_of(made) == stranger
    assert seats(match) == [player, stranger]


def test_accepting_twice_leads_to_the_same_match(player: User, opponent: User) -> None:
    made = challenge(player, opponent)
    assert answers.accept_place(made, opponent) == answers.accept_place(made, opponent)


def test_nobody_accepts_their_own_challenge(player: User) -> None:
    with pytest.raises(OfferRefused, match="your own challenge") as refused:
        answers.accept_place(challenge(player), player)
    assert refused.value.code == "own"


def test_nobody_answers_for_somebody_else(player: User, opponent: User, stranger: User) -> None:
    made = challenge(player, opponent)
    for act in (answers.accept_place, answers.decline, answers.withdraw_offer):
        with pytest.raises(OfferRefused) as refused:
            act(made, stranger)
        assert (refused.value.code, refused.value.status) == ("not_yours", 403)
    with pytest.raises(OfferRefused):
        answers.withdraw_offer(made, opponent)
    made.refresh_from_db()
    assert made.status == "open"


def test_a_challenge_of_a_closed_account_cannot_be_accepted(player: User, opponent: User) -> None:
    made = challenge(player, opponent)
    player.is_active = False
    player.save()
    with pytest.raises(OfferRefused, match="no longer plays here"):
        answers.accept_place(made, opponent)


def test_a_challenge_that_is_gone_cannot_be_answered(player: User, opponent: User) -> None:
    made = challenge(player, opponent)
    Offer.objects.all().delete()
    with pytest.raises(OfferRefused, match="no longer exists"):
        answers.accept_place(made, opponent)


def test_of_two_answers_that_read_the_same_row_one_counts(
    player: User, opponent: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard where the database has no row locks: the second answer still sees the challenge waiting."""
    made = challenge(player, opponent)
    answers.decline(made, opponent)
    monkeypatch.setattr(locking, "_as_it_is", lambda _: made)
    with pytest.raises(OfferRefused, match="just been answered"):
        answers.withdraw_offer(made, player)
    assert Offer.objects.get().status == "declined"


# -- declining, withdrawing, expiring --------------------------------------------------------------------------------


def test_declining_tells_the_challenger(player: User, opponent: User, mails: Mails) -> None:
    made = challenge(player, opponent)
    mails()
    answers.decline(made, opponent)
    answers.decline(made, opponent)
    made.refresh_from_db()
    assert made.status == "declined"
    assert made.ended_at is not None
    assert mails() == [("challenge_declined", "Ada")]


def test_withdrawing_tells_the_opponent(player: User, opponent: User, mails: Mails) -> None:
    made = challenge(player, opponent)
    mails()
    answers.withdraw_offer(made, player)
    answers.withdraw_offer(made, player)
    made.refresh_from_db()
    assert made.status == "withdrawn"
    assert mails() == [("challenge_withdrawn", "Ben")]


def test_an_open_challenge_is_not_for_anyone_to_decline(player: User, stranger: User) -> None:
    with pytest.raises(OfferRefused, match="open to anyone"):
        answers.decline(challenge(player), stranger)


@pytest.mark.parametrize(
    ("end", "words"),
    [("declined", "This challenge was declined."), ("withdrawn", "This challenge was withdrawn.")],
)
def test_an_ended_challenge_says_how_it_ended(player: User, opponent: User, end: str, words: str) -> None:
    made = challenge(player, opponent)
    if end == "declined":
        answers.decline(made, opponent)
    else:
        answers.withdraw_offer(made, player)
    with pytest.raises(OfferRefused, match=words) as refused:
        answers.accept_place(made, opponent)
    assert refused.value.code == "closed"


def test_a_challenge_expires_after_two_weeks(player: User, opponent: User) -> None:
    made = challenge(player, opponent)
    with travel(days=13):
        assert begin.expire_due(clock.now()) == 0
    with travel(days=14):
        with pytest.raises(OfferRefused, match="expired") as refused:
            answers.accept_place(made, opponent)
        assert refused.value.code == "expired"
        assert begin.expire_due(clock.now()) == 1
        assert begin.expire_due(clock.now()) == 0
    made.refresh_from_db()
    assert made.status == "expired"


def test_what_was_answered_does_not_expire(player: User, opponent: User) -> None:
    answers.accept_place(challenge(player, opponent), opponent)
    with travel(days=30):
        assert begin.expire_due(clock.now()) == 0


# -- limits --------------------------------------------------------------------------------------------------------


def test_it_refuses_the_very_same_challenge_while_one_waits(player: User, opponent: User) -> None:
    made = challenge(player, opponent)
    assert refusal(player, opponent).code == "repeat"
    challenge(player, opponent, first="you")
    challenge(player, opponent, vacation=True)
    answers.withdraw_offer(made, player)
    challenge(player, opponent)
    challenge(player)
    assert refusal(player).code == "repeat"
    challenge(player, days=4)


def test_an_address_is_challenged_once_at_a_time(player: User) -> None:
    challenge(player, email="zed@elsewhere.example")
    refused = refusal(player, email="Zed@Elsewhere.example", days=9)
    assert (refused.code, refused.field) == ("repeat", "email")
    assert "zed@elsewhere.example hasn’t been answered yet" in refused.message


def test_twenty_challenges_may_wait(player: User) -> None:
    for days in range(1, 21):
        challenge(player, days=days)
    refused = refusal(player, days=21)
    assert (refused.code, refused.status) == ("limit", 429)
    assert "You have 20 unanswered challenges" in refused.message


def test_nobody_is_pestered_with_challenges_withdrawn_again(player: User, opponent: User) -> None:
    for _ in range(5):
        answers.withdraw_offer(challenge(player, opponent), player)
    assert "You’ve challenged Ben 5 times today" in refusal(player, opponent).message
    with travel(days=1, minutes=1):
        challenge(player, opponent)


def test_challenges_that_led_to_matches_are_not_counted(player: User, opponent: User) -> None:
    for _ in range(6):
        answers.accept_place(challenge(player, opponent), opponent)


def test_no_address_gets_more_than_five_challenges_a_day(player: User) -> None:
    for _ in range(5):
        challenge(UserFactory(), email="zed@elsewhere.example")
    assert "had enough challenges for today" in refusal(player, email="zed@elsewhere.example").message


def test_nobody_writes_to_more_than_twenty_addresses_a_day(player: User) -> None:
    for n in range(20):
        answers.withdraw_offer(challenge(player, email=f"zed{n}@elsewhere.example"), player)
    assert "20 email addresses today" in refusal(player, email="zed@elsewhere.example").message
