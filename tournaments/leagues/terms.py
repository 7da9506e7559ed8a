"""What a season fixes of how its divisions are played, for its players."""

from __future__ import annotations

from tournaments.models import Season
from tournaments.places import terms as places
from tournaments.setting_up.terms import Fact, terms_of

from .making import as_event

TOLD_ELSEWHERE = frozenset(("name", "closes_at", "starts_at", "ends_at", "registration", "is_public", "club_only"))


def facts_of(season: Season) -> list[Fact]:
    elsewhere = TOLD_ELSEWHERE if season.cards == Season.Cards.NOBODY else TOLD_ELSEWHERE | {"withdraws_no_shows"}
    played = [fact for fact in terms_of(as_event(season)) if not fact.fields & elsewhere]
    return [*played, *places.facts_of(season)]
