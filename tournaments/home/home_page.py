"""Events on a player's home page: those they are in or organise, and those they might enter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Entry, Event, Membership, Round, Season
from tournaments.permissions import seasons as season_permissions

MOST_OWN = 8
MOST_OPEN = 4
Stage, Status = Event.Stage, Entry.Status

WORDS = {
    Status.INVITED: _("you are invited"),
    Status.APPLIED: _("waiting for an organiser’s approval"),
    Status.WAITING: _("you are on the waiting list"),
    Status.ENTERED: _("you play"),
}


@dataclass
class Own:
    """An event, and the reader's roles in it."""

    event: Event
    roles: list[str] = field(default_factory=list)
    organises: bool = False

    @property
    def is_invited(self) -> bool:
        return str(WORDS[Status.INVITED]) in self.roles


class OnHomePage(NamedTuple):
    """Short lists, the latest first: the player's own events, seasons they may register for, events they may enter."""

    own: list[Own]
    seasons: list[Season]
    open: list[Event]


# By hand, since a page would take longer to put it into words than the database to answer.
_LISTED = f"""
    SELECT {", ".join(f'event."{field.column}"' for field in Event._meta.concrete_fields)}, listed.list, listed.status,
        (SELECT max(published.number) FROM tournaments_round published
            WHERE published.event_id = event.id AND published.stage <> '{Round.Stage.DRAFT}') AS last_round
    FROM (
        SELECT * FROM (
            SELECT 'organised' AS list, own.id AS event_id, '' AS status
            FROM tournaments_event own JOIN tournaments_event_organisers organiser ON organiser.event_id = own.id
            WHERE organiser.user_id = %(player)s
                AND own.stage IN ('{Stage.DRAFT}', '{Stage.REGISTRATION}', '{Stage.RUNNING}')
            ORDER BY own.id DESC LIMIT {MOST_OWN}
        ) organised
        UNION ALL SELECT * FROM (
            SELECT 'entered', own.id, entry.status
            FROM tournaments_event own JOIN tournaments_entry entry ON entry.event_id = own.id
            WHERE entry.player_id = %(player)s AND entry.status IN ({", ".join(f"'{status}'" for status in WORDS)})
                AND own.stage IN ('{Stage.REGISTRATION}', '{Stage.RUNNING}')
            ORDER BY own.id DESC LIMIT {MOST_OWN}
        ) entered
        UNION ALL SELECT * FROM (
            SELECT 'open', takes.id, ''
            FROM tournaments_event takes
            WHERE takes.stage = '{Stage.REGISTRATION}' AND takes.registration <> '{Event.Registration.INVITATION}'
                AND (takes.closes_at IS NULL OR takes.closes_at > %(now)s)
                AND (takes.is_public OR NOT %(is_guest)s)
                AND (takes.registration <> '{Event.Registration.CLUB}' AND (takes.is_public OR NOT takes.club_only)
                    OR takes.club_id IN (SELECT own.club_id FROM tournaments_membership own
                        WHERE own.player_id = %(player)s AND own.status = '{Membership.Status.MEMBER}'))
                AND NOT EXISTS (SELECT 1 FROM tournaments_entry entry
                    WHERE entry.event_id = takes.id AND entry.player_id = %(player)s)
                AND NOT EXISTS (SELECT 1 FROM tournaments_event_organisers organiser
                    WHERE organiser.event_id = takes.id AND organiser.user_id = %(player)s)
            ORDER BY takes.id DESC LIMIT {MOST_OPEN}
        ) open_to_player
    ) listed JOIN tournaments_event event ON event.id = listed.event_id
    ORDER BY event.id DESC
"""  # noqa: S608 (our own names)


def on_home_page(player: User, now: datetime) -> OnHomePage:
    """Return the home page's lists. One query for events and one for seasons."""
    values = {"player": player.pk, "now": now, "is_guest": player.is_guest}
    lists: dict[str, list[Event]] = {"organised": [], "entered": [], "open": []}
    found: Iterable[Any] = Event.objects.raw(_LISTED, values)
    for event in found:
        lists[event.list].append(event)
    return OnHomePage(
        own=_own(lists["organised"], lists["entered"]),
        seasons=[] if player.is_guest else _seasons(player, now),
        open=lists["open"],
    )


def _own(organised: Iterable[Event], entered: Iterable[Any]) -> list[Own]:
    found = {event.pk: Own(event, [gettext("you organise it")], organises=True) for event in organised}
    for event in entered:
        found.setdefault(event.pk, Own(event)).roles.append(str(WORDS[Status(event.status)]))
    return sorted(found.values(), key=lambda own: (not own.is_invited, -own.event.pk))


def _seasons(player: User, now: datetime) -> list[Season]:
    return list(season_permissions.open_to(player, now).select_related("league__club").order_by("-pk")[:MOST_OPEN])


def open_to_visitors(now: datetime) -> list[Event]:
    """Return what visitors can enter, the latest first; one query."""
    takes = _taking(now).filter(is_public=True).exclude(registration=Event.Registration.CLUB)
    return list(takes.order_by("-pk")[:MOST_OPEN])


def _taking(now: datetime) -> QuerySet[Event]:
    takes = Event.objects.filter(stage=Stage.REGISTRATION).exclude(registration=Event.Registration.INVITATION)
    return takes.filter(Q(closes_at=None) | Q(closes_at__gt=now))
