"""Players, matches and challenges for tests, made the way the site makes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import factory
from allauth.account.models import EmailAddress
from django.utils import timezone
from factory.django import DjangoModelFactory

from accounts.models import OrganiserMail, User
from engine.games import game
from matches.gate import turns
from matches.models import Match, Offer
from matches.offers import terms
from matches.offers.set_up import set_up
from matches.time_control import time_control
from tournaments.models import Club, Entry, Event, Membership

PASSWORD = "volley and volley again"
SEED = "5e" * 32


class UserFactory(DjangoModelFactory):  # type: ignore[misc]
    """A player who can log in with ``PASSWORD``, and has been here within the hour: pages don't note that again.

    As organisers they want each email at once, not one a day.
    """

    class Meta:
        model = User

    display_name = factory.Sequence(lambda n: f"Player {n}")
    email = factory.Sequence(lambda n: f"player{n}@players.example")
    password = PASSWORD
    organiser_mail = OrganiserMail.EACH

    @classmethod
    def _build(cls, model_class: type[User], *args: Any, **fields: Any) -> User:
        password = fields.pop("password")
        user = model_class(**{"seen_at": timezone.now()} | fields)
        user.email = user.email.strip().lower()
        user.set_password(password)
        return user

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **fields: Any) -> User:
        """Create the user as ``create_player`` does, but without a transaction: thousands would take seconds."""
        user = cls._build(model_class, *args, **fields)
        user.save()
        _proved_address(user).save()
        return user


def make_players(names: Sequence[str]) -> list[User]:
    """Make players with these names, in two statements however many there are."""
    users: list[User] = User.objects.bulk_create([UserFactory.build(display_name=name) for name in names])
    EmailAddress.objects.bulk_create(map(_proved_address, users))
    return users


def _proved_address(user: User) -> EmailAddress:
    return EmailAddress(user=user, email=user.email, verified=True, primary=True)


class GuestFactory(DjangoModelFactory):  # type: ignore[misc]
    """Someone invited by email, who has no password."""

    class Meta:
        model = User

    display_name = factory.Sequence(lambda n: f"Guest {10_000 + n}")
    email = factory.Sequence(lambda n: f"guest{n}@elsewhere.example")

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **fields: Any) -> User:
        return model_class.objects.create_guest(*args, **fields)


class MatchFactory(factory.Factory):  # type: ignore[misc]
    """A running match. ``options`` are a form's values; ``players`` are in seat order."""

    class Meta:
        model = Match

    game_slug = "fortify"
    options = factory.LazyFunction(dict)
    players = factory.LazyFunction(lambda: [UserFactory(), UserFactory()])
    days = 3
    control = factory.LazyAttribute(lambda match: time_control.TimeControl.fixed(match.days))
    seed = SEED

    @classmethod
    def _create(cls, model_class: type[Match], *args: Any, **fields: Any) -> Match:  # noqa: ARG003
        fields.pop("days")
        options = game(fields["game_slug"]).clean_options(fields.pop("options"))
        return turns.start_match(options=options, **fields)


class ChallengeFactory(factory.Factory):  # type: ignore[misc]
    """A challenge to ``opponent``, to ``email``, or with neither to anyone."""

    class Meta:
        model = Offer

    challenger = factory.LazyFunction(UserFactory)
    opponent = None
    email = ""
    game_slug = "fortify"
    options = factory.LazyFunction(dict)
    first = Offer.First.ME
    days = 3
    control = factory.LazyAttribute(lambda challenge: time_control.TimeControl.fixed(challenge.days))
    message = ""

    @classmethod
    def _create(cls, model_class: type[Offer], challenger: User, **fields: Any) -> Offer:  # noqa: ARG003
        fields.pop("days")
        opponent, email = fields.pop("opponent"), fields.pop("email")
        return set_up(terms.compose(challenger, **fields), [each for each in (opponent, email) if each])


class EventFactory(DjangoModelFactory):  # type: ignore[misc]
    """A Swiss of five rounds of Fortify, open for entries. ``organisers`` are added to it."""

    class Meta:
        model = Event
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Cup {n}")
    game_slug = "fortify"
    options = factory.LazyAttribute(lambda event: game(event.game_slug).clean_options({}))
    stage = Event.Stage.REGISTRATION
    tie_breaks = factory.LazyFunction(lambda: ["BH/C1", "BH", "SB"])
    break_hours = 0

    @factory.post_generation  # type: ignore[untyped-decorator]
    def organisers(self, create: bool, extracted: list[User] | None, **_: Any) -> None:
        if create and extracted:
            self.organisers.set(extracted)


class EntryFactory(DjangoModelFactory):  # type: ignore[misc]
    """A player who has entered an event."""

    class Meta:
        model = Entry

    event = factory.SubFactory(EventFactory)
    player = factory.SubFactory(UserFactory)


class ClubFactory(DjangoModelFactory):  # type: ignore[misc]
    """A club, with no one in it."""

    class Meta:
        model = Club

    name = factory.Sequence(lambda n: f"Club {n}")
    slug = factory.Sequence(lambda n: f"club-{n}")


class MembershipFactory(DjangoModelFactory):  # type: ignore[misc]
    """A member of a club."""

    class Meta:
        model = Membership

    club = factory.SubFactory(ClubFactory)
    player = factory.SubFactory(UserFactory)
