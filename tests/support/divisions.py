"""A season with one division of four, all of whose matches run, and two players who wait for a place."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from mail.models import OutboxMail
from matches.models import Match, Outage
from matches.verify.replay import differences
from tournaments.entries.replacements import take_place
from tournaments.entries.withdrawals import withdraw
from tournaments.models import Entry, Event, Pairing, PlaceOffer, Season, Vacancy
from tournaments.rounds.results import match_finished
from tournaments.seasons.line_up import publish

from . import running_events
from .seasons import club, league, opened, organiser_of, propose, register

NAMES = "Ada Ben Cleo Dora Emil Fay"


def running(**settings: Any) -> Season:
    season = opened(league(club()), (4,), **{"at_once": 0} | settings)
    register(season, NAMES)
    propose(season)
    season = publish.publish(season, by=organiser_of(season.league.club))
    running_events.work_off()
    return season


def change(season: Season, **terms: Any) -> None:
    """Change the season's terms, as if it had been set up that way."""
    for name, value in terms.items():
        setattr(season, name, value)
    season.save(update_fields=terms)


def event_of(season: Season) -> Event:
    return Event.objects.get(division__season=season)


def organiser(season: Season) -> User:
    return organiser_of(season.league.club)


def named(name: str) -> User:
    return User.objects.get(display_name=name)


def entry_of(season: Season, name: str) -> Entry:
    return Entry.objects.get(event__division__season=season, player__display_name=name)


def leave(season: Season, name: str) -> Vacancy | None:
    entry = entry_of(season, name)
    withdraw.withdraw(entry, by=entry.player)
    running_events.work_off()
    return entry.vacancies.filter(closed_at=None).first()


def vacant(season: Season, name: str = "Ada") -> Vacancy:
    found = leave(season, name)
    assert found is not None
    return found


def offer_to(name: str) -> PlaceOffer:
    return PlaceOffer.objects.get(player__display_name=name, answer="")


def taken(season: Season, leaver: str = "Ada", by: str = "Emil") -> Entry:
    vacant(season, leaver)
    entry = take_place.accept_place_offer(offer_to(by), named(by))
    running_events.work_off()
    return entry


def pairings_of(entry: Entry) -> list[Pairing]:
    found = Pairing.objects.filter(white=entry) | Pairing.objects.filter(black=entry)
    return list(found.select_related("match", "round").order_by("round__number"))


def won(match: Match | None, winner: str) -> None:
    """Let the winner win the match, and take the result into the standings."""
    assert match is not None
    running_events.win(match, winner)
    match_finished.record_missed_results()


def mails(kind: str) -> list[str]:
    return [str(mail.user) for mail in OutboxMail.objects.filter(kind=kind).order_by("pk")]


def check_matches() -> None:
    outages = list(Outage.objects.all())
    assert [words for match in Match.objects.all() for words in differences(match, outages)] == []
