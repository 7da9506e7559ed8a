"""The emails about free places and cards: what holds for every email, and what each says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support import owed_by_mails
from tests.support.composed_mails import latest, message_of, read_mail
from tests.support.divisions import change, entry_of, event_of, named, organiser, taken, vacant
from tests.support.every_mail import STRANGE_NAME
from tournaments.entries.replacements import find_replacement
from tournaments.entries.replacements.place_emails import KINDS
from tournaments.entries.withdrawals import cards, no_shows
from tournaments.models import Card, PlaceOffer, Season
from tournaments.rounds.results.outcomes import Loser

pytestmark = [pytest.mark.django_db, pytest.mark.either, pytest.mark.usefixtures("season")]
DAY = timedelta(days=1)


def renamed(name: str) -> None:
    player = named(name)
    player.display_name = STRANGE_NAME
    player.save()


def place_offered() -> OutboxMail:
    season = Season.objects.get()
    renamed("Ada")
    vacant(season, STRANGE_NAME)
    return latest("place_offered")


def place_free() -> OutboxMail:
    place_offered()
    for _ in range(2):
        find_replacement.decline(PlaceOffer.objects.get(answer=""))
    return latest("place_free")


def lose(season: Season, name: str, number: int) -> None:
    entry = entry_of(season, name)
    pairing = next(
        each
        for each in event_of(season).round_set.get(number=number).pairings.all()
        if entry.pk in (each.white_id, each.black_id)
    )
    no_shows.lost_on_time(None, event_of(season), pairing, [Loser(entry.pk, has_played=False)])


def card() -> OutboxMail:
    season = Season.objects.get()
    renamed("Ada")
    lose(season, STRANGE_NAME, 1)
    return latest("card")


def card_that_is_red() -> OutboxMail:
    season = Season.objects.get()
    renamed("Ada")
    lose(season, STRANGE_NAME, 1)
    Card.objects.update(at=timezone.now() - 4 * DAY)
    lose(season, STRANGE_NAME, 2)
    return latest("card")


def card_lifted() -> OutboxMail:
    card()
    cards.lift(Card.objects.get(), by=organiser(Season.objects.get()), reason="In hospital, it & more.")
    return latest("card_lifted")


MAKERS = (place_offered, place_free, card, card_lifted)


def test_every_kind_is_tried_here() -> None:
    assert {*KINDS} <= {make.__name__ for make in MAKERS}


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_it_is_written_as_every_mail_is_and_its_addresses_open(make: Callable[[], OutboxMail], client: Client) -> None:
    mail = make()
    letter = message_of(mail)
    owed_by_mails.it_is_written_as_every_mail_is(mail, letter)
    owed_by_mails.every_address_in_it_opens(mail, letter, client)


def test_an_offer_says_what_comes_with_the_place_and_is_moot_once_it_is_answered() -> None:
    mail = place_offered()
    said = read_mail(mail)
    assert f"{STRANGE_NAME} has left" in said
    assert "3 matches running. Points so far: 0." in said
    find_replacement.decline(PlaceOffer.objects.get())
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None


def test_a_warning_says_what_comes_next() -> None:
    said = read_mail(card())
    assert "You’ve been given a yellow card, which is a warning." in said
    assert "If you lose one more match like this, you’re out of the season." in said


@pytest.mark.parametrize(("which", "how"), [("no_turn", "on time without playing a turn."), ("on_time", "on time.")])
def test_a_card_for_a_match_that_was_put_aside_names_its_round_still(which: str, how: str) -> None:
    season = Season.objects.get()
    change(season, replacements="anew", cards=which)
    pairing = event_of(season).round_set.get(number=2).pairings.get(white__player__display_name="Ada")
    assert pairing.black is not None
    lose(season, "Ada", 2)
    mail = latest("card")
    assert (
        f"You lost your match in round 2 of Sunday League, Spring: Division 1 {how} You’ve been given a yellow card"
        in read_mail(mail)
    )

    taken(season, pairing.black.shown_name, by="Emil")
    again = "That match no longer counts, but the card does. You’ve been given a yellow card"
    assert f"You lost your match in round 2 of Sunday League, Spring: Division 1 {how} {again}" in read_mail(mail)
    del mail.context["round"]  # as of mails that are older
    assert f"You lost a match in Sunday League, Spring: Division 1 {how} {again}" in read_mail(mail)


def test_the_last_card_says_that_it_can_be_lifted() -> None:
    said = read_mail(card_that_is_red())
    assert "You’ve been given a red card: you’re out of the season. Your place is kept for a few days" in said


def test_who_is_told_of_a_lifted_card_reads_why() -> None:
    assert "In hospital, it & more." in read_mail(card_lifted())
