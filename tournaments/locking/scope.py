"""The scope of an organiser's act: an event, or a season with all its divisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from typing import TypeVar

from django.db.models import QuerySet

from accounts.models import User
from tournaments.models import Event, Season

from .club_log import note_in_season
from .locks import EVENT, SEASON
from .log import Kind, note

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scope:
    whole: Event | Season

    @property
    def season(self) -> Season | None:
        return self.whole if isinstance(self.whole, Season) else None

    @property
    def event(self) -> Event | None:
        return self.whole if isinstance(self.whole, Event) else None

    @property
    def is_running(self) -> bool:
        return self.whole.stage == Event.Stage.RUNNING  # a season calls it the same

    @property
    def name(self) -> str:
        return str(self.whole)

    @property
    def address(self) -> str:
        """The address of the organisers' page."""
        return f"{self.whole.get_absolute_url()}manage/"

    @property
    def unfinished_address(self) -> str:
        """The address of the page on which unfinished matches are decided."""
        return f"{self.address if self.event else self.whole.get_absolute_url()}unfinished/"

    @property
    def thread(self) -> str:
        """The thread of emails about the event or season."""
        return f"{'event' if self.event else 'season'}-{self.whole.pk}"

    @property
    def end_key(self) -> str:
        """The end of play as a string, for forms that name the end they saw, and for emails about it; "" for none."""
        return self.whole.ends_at.astimezone(UTC).isoformat() if self.whole.ends_at else ""

    def events(self) -> QuerySet[Event]:
        """Return the running events, from the top division down."""
        events = Event.objects.filter(stage=Event.Stage.RUNNING)
        if self.event:
            return events.filter(pk=self.event.pk)
        return events.filter(division__season=self.whole.pk).order_by("division__level")

    def decide(self, act: Callable[[Scope], T]) -> T:
        """Run ``act`` on the event or season as it is now, with its row locked, all or nothing.

        A season is locked before its events. Raises ``TournamentRefused``.
        """
        if self.event:
            return EVENT.run(self.event.pk, lambda held: act(Scope(held)))
        return SEASON.run(self.whole.pk, lambda held: act(Scope(held)))

    def note(self, words: str, *, by: User | None, reason: str) -> None:
        """Write a line into the logs of all these events, and for a season into its club's."""
        for event in self.events():
            note(event, Kind.EVENT, words, by=by, reason=reason)
        if self.season:
            note_in_season(self.season, words, by=by, reason=reason)
