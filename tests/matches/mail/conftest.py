"""One mail of every kind, caused the way the site causes it: by playing and challenging."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from fortify_site.accounts.models import User
from matches import challenges, play
from matches.mail import outbox
from matches.mail.compose import compose
from matches.models import Challenge, Match, OutboxMail, Seat, Turn
from tests.factories import ChallengeFactory, MatchFactory, UserFactory

Make = Callable[[], OutboxMail]
SITE = Turn.Via.SITE
STRANGE_NAME = "Ann & <Ben>"


def asked(match: Match) -> Seat:
    """The seat that is asked for a turn, or the first of them."""
    seat = match.seats.filter(number__isnull=False).select_related("player").first()
    assert seat is not None
    return seat


def play_on(match: Match, turns: int, *, message: str = "") -> Match:
    """Turns as chance has it, the same ones every time."""
    chance = random.Random(5)
    for _ in range(turns):
        match.refresh_from_db()
        if match.is_over:
            break
        seat = asked(match)
        text = match.game.sample(match.loaded_state, seat.index, chance)
        play.submit_turn(seat, seat.number or 0, text, SITE, message)
    match.refresh_from_db()
    return match


def latest(kind: str, reader: User | None = None) -> OutboxMail:
    mails = OutboxMail.objects.filter(kind=kind)
    found = (mails.filter(user=reader) if reader else mails).order_by("pk").last()
    assert found is not None
    return found


def message_of(mail: OutboxMail) -> EmailMultiAlternatives:
    message = compose(mail)
    assert message is not None
    return message


def html_of(message: EmailMultiAlternatives) -> str:
    ((content, mimetype),) = message.alternatives
    assert mimetype == "text/html"
    return str(content)


def text_of(message: EmailMultiAlternatives) -> str:
    return str(message.body)


def _match() -> Match:
    ann, cleo = UserFactory(display_name=STRANGE_NAME), UserFactory(display_name="Cleo", time_zone="Europe/Berlin")
    made: Match = MatchFactory(players=[ann, cleo], options={"map": "5x5"})
    return made


def your_turn() -> OutboxMail:
    play_on(_match(), 5, message="Mind your Tanks & <ships>!")
    return latest("your_turn")


def draw_offered() -> OutboxMail:
    match = play_on(_match(), 4)
    play.offer_draw(match.seats.exclude(pk=asked(match).pk).get(), SITE)
    return latest("draw_offered")


def draw_declined() -> OutboxMail:
    match = play_on(_match(), 4)
    play.offer_draw(asked(match), SITE)
    play.decline_draw(match.seats.exclude(pk=asked(match).pk).get(), SITE)
    return latest("draw_declined")


def match_over() -> OutboxMail:
    match = play_on(_match(), 6)
    play.resign(asked(match), SITE)
    return latest("match_over")


def _challenge() -> Challenge:
    made: Challenge = ChallengeFactory(
        challenger=UserFactory(display_name=STRANGE_NAME),
        email="dora@elsewhere.example",
        options={"map": "5x5", "format": "points-4", "special": "on"},
        message="A match & a half? Let's see <who> wins.",
    )
    return made


def challenge() -> OutboxMail:
    _challenge()
    return latest("challenge")


def _answered(act: Callable[[Challenge, User], object]) -> None:
    offer = _challenge()
    assert offer.opponent is not None
    act(offer, offer.opponent)


def challenge_accepted() -> OutboxMail:
    _answered(challenges.accept)
    return latest("challenge_accepted")


def challenge_declined() -> OutboxMail:
    _answered(challenges.decline)
    return latest("challenge_declined")


def challenge_withdrawn() -> OutboxMail:
    offer = _challenge()
    outbox.deliver(latest("challenge").pk)
    challenges.withdraw(offer, offer.challenger)
    return latest("challenge_withdrawn")


MAKERS: dict[str, Make] = {
    make.__name__: make
    for make in (
        your_turn,
        draw_offered,
        draw_declined,
        match_over,
        challenge,
        challenge_accepted,
        challenge_declined,
        challenge_withdrawn,
    )
}


@pytest.fixture(params=MAKERS)
def any_mail(request: pytest.FixtureRequest, db: None) -> OutboxMail:
    """A mail of each kind in turn."""
    return MAKERS[request.param]()


@pytest.fixture
def waiting(player: User) -> OutboxMail:
    """A mail that waits in the outbox, with its text."""
    mail = outbox.queue_composed(player.email, "Your code", "It is 1234.", "<p>It is 1234.</p>", user=player)
    OutboxMail.objects.filter(pk=mail.pk).update(next_try_at=timezone.now() - timedelta(seconds=1))
    mail.refresh_from_db()
    return mail
