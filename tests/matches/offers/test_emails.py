"""What the emails about a challenge say, and when they are no longer worth sending."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.compose import compose
from matches.models import LogEntry, Offer, Place
from matches.offers import answers, causes
from matches.time_control.time_control import TimeControl
from tests.support.composed_mails import html_of, latest, message_of, text_of
from tests.support.factories import ChallengeFactory, GuestFactory, MatchFactory, UserFactory
from tests.support.mail_players import newest, write
from tests.support.offers import opponent_of

pytestmark = pytest.mark.django_db


def test_a_stranger_is_told_what_this_is_and_a_player_is_not(player: User) -> None:
    ChallengeFactory(email="new@elsewhere.example")
    stranger = text_of(message_of(latest("challenge")))
    ChallengeFactory(opponent=player)
    known = text_of(message_of(latest("challenge", player)))
    assert "You don’t need an account" in stranger
    assert "You don’t need an account" not in known


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (Offer.First.ME, "Ada plays Red"),
        (Offer.First.YOU, "you play Red"),
        (Offer.First.LOT, "who plays Red is random"),
    ],
)
def test_a_challenge_tells_who_is_red_and_how_long_a_turn_may_take(player: User, first: str, said: str) -> None:
    ChallengeFactory(challenger=player, opponent=UserFactory(), first=first, days=5)
    text = text_of(message_of(latest("challenge")))
    text = " ".join(text.split())
    assert said in text
    assert "Time control: 5 days a turn. Clocks are never paused. If a player’s time runs out, they lose." in text


AGREED = TimeControl(
    timedelta(days=10),
    timedelta(days=1),
    timedelta(days=12),
    weekends=True,
    at_zero="pass",
    passes=2,
)


def test_the_terms_of_time_are_told_in_full_when_a_challenge_is_made_and_when_it_is_accepted(player: User) -> None:
    reader: User = UserFactory()
    offer = ChallengeFactory(challenger=player, opponent=reader, control=AGREED, vacation=True, first="you")
    answers.accept_place(offer, reader)
    told = [text_of(message_of(latest("challenge_accepted")))]
    Offer.objects.update(status=Offer.Status.OPEN)
    Place.objects.update(answer="")
    for text in (*told, text_of(message_of(latest("challenge")))):
        said = " ".join(text.split())
        assert "10 days + 1 day a turn, at most 12 days: a clock starts with 10 days" in said
        assert "Clocks are paused at weekends and on vacation." in said
        assert "they pass automatically, if the game allows it and at most 2 times in a match" in said
        assert "Each player has 30 days of vacation per calendar year." in said


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("fortify", "The picture shows the board at the start."),
        ("fortac", "The picture shows the board at the start, for example: the draws will differ."),
    ],
)
def test_a_challenge_says_so_where_it_shows_draws_that_will_differ(slug: str, said: str) -> None:
    ChallengeFactory(opponent=UserFactory(), game_slug=slug)
    assert said in " ".join(text_of(message_of(latest("challenge"))).split())


def test_a_guest_at_a_table_reads_who_of_the_others_begins_and_of_no_page_that_they_lack() -> None:
    guest = GuestFactory()
    match = MatchFactory(game_slug="fairytale", players=[UserFactory(display_name="Ann"), UserFactory(), guest])
    causes.match_begun(match, [guest])
    letter = message_of(latest("match_begun", guest))
    assert "\nAnn begins; we’ll email you when it’s your turn.\n" in text_of(letter)
    assert "If your time runs out, you’re out of the match." in " ".join(text_of(letter).split())
    assert "Match page" not in text_of(letter) + html_of(letter)


@pytest.mark.parametrize("status", [s for s in Offer.Status if s != Offer.Status.OPEN])
def test_a_challenge_that_is_over_is_not_sent_nor_one_after_its_two_weeks(status: Offer.Status) -> None:
    ChallengeFactory(opponent=UserFactory())
    with time_machine.travel(timezone.now() + timedelta(days=14, seconds=1)):
        assert compose(latest("challenge")) is None
    Offer.objects.update(status=status)
    assert compose(latest("challenge")) is None


def test_who_never_heard_of_a_challenge_is_not_told_of_its_withdrawal() -> None:
    offer = ChallengeFactory(opponent=UserFactory())
    answers.withdraw_offer(offer, offer.host)
    assert compose(latest("challenge_withdrawn")) is None


def test_a_declined_challenge_names_the_address_and_not_the_account_behind_it(opponent: User) -> None:
    offer = ChallengeFactory(email=opponent.email)
    answers.decline(offer, opponent)
    text = text_of(message_of(latest("challenge_declined")))
    assert opponent.email in text
    assert opponent.display_name not in text


@pytest.mark.parametrize(
    ("first", "wish", "kinds", "said"),
    [
        ("me", "each", ["your_turn"], "Ben accepted your challenge, and the match has begun."),
        ("me", "digest", ["challenge_accepted"], "It’s your turn: play it on the match page."),
        ("you", "each", ["challenge_accepted"], "Ben begins"),
    ],
)
def test_the_challenger_is_told_in_one_email(
    player: User, opponent: User, first: str, wish: str, kinds: list[str], said: str
) -> None:
    player.turn_mail = wish
    player.save()
    answers.accept_place(ChallengeFactory(challenger=player, opponent=opponent, first=first), opponent)
    told = OutboxMail.objects.filter(user=player)
    assert [mail.kind for mail in told] == kinds
    assert said in " ".join(text_of(message_of(told[0])).split())


def test_a_guest_can_be_written_to(settings: Settings) -> None:
    guest = GuestFactory()
    match = MatchFactory(players=[guest, UserFactory()])
    text = text_of(message_of(latest("your_turn", guest)))
    assert f"{settings.SITE_URL}/l/" in text
    assert LogEntry.objects.filter(match=match).count() == 0
    deliver.deliver(latest("your_turn", guest).pk)
    assert latest("your_turn", guest).status == OutboxMail.Status.SENT


def test_who_accepts_as_a_guest_is_told_by_the_address_that_was_typed(player: User) -> None:
    for first, kind in (("you", "challenge_accepted"), ("me", "your_turn")):
        offer: Offer = ChallengeFactory(challenger=player, email="dora@elsewhere.example", first=first)
        answers.accept_place(offer, opponent_of(offer))
        assert "dora@elsewhere.example accepted your challenge" in text_of(message_of(latest(kind, player)))


def test_who_has_a_name_is_told_by_it(player: User, opponent: User) -> None:
    offer = ChallengeFactory(challenger=player, email=opponent.email, first="you")
    answers.accept_place(offer, opponent)
    assert "Ben accepted your challenge" in text_of(message_of(latest("challenge_accepted")))


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("me", "Ada begins; your daily email will tell you when it’s your turn."),
        ("you", "It’s your turn: play it on the match page."),
    ],
)
def test_who_accepts_by_mail_is_promised_no_mail_that_will_not_come(
    player: User, opponent: User, settings: Settings, first: str, said: str
) -> None:
    User.objects.filter(pk=opponent.pk).update(turn_mail=TurnMail.DIGEST, digest_at=timezone.now() + timedelta(hours=9))
    offer = ChallengeFactory(challenger=player, opponent=opponent, first=first)
    write(newest(opponent, "challenge"), "accept")
    text = " ".join(text_of(message_of(latest("challenge_reply"))).split())
    assert said in text
    offer.refresh_from_db()
    assert f"Match page: {settings.SITE_URL}/matches/{offer.match_id}/" in text
