"""Claiming a place: someone who came with a club's archive gets what is theirs, by a link from an organiser.

The account in which they open the link gets it.
"""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from matches.models import Handover, Match, Seat
from matches.offers import guests
from timekeeping import clock
from tournaments.accounts import erase_name
from tournaments.entries import entry_causes
from tournaments.entries.invite import clean_address, count_invitation, find_player
from tournaments.locking.club_log import note
from tournaments.locking.kept import mark_changed
from tournaments.locking.locks import CLUB
from tournaments.locking.refused import TournamentRefused
from tournaments.models import (
    Announcement,
    Arrival,
    Card,
    Club,
    ClubLine,
    ClubNews,
    Entry,
    Event,
    League,
    LogLine,
    Membership,
    PlaceOffer,
    Season,
    SeasonEntry,
    Vacancy,
)

from .archive_causes import place_waits
from .people import label

_SALT = "tournaments.files.archives.claiming"
Status = Membership.Status

# Where the player is in a row once at most: which others there must be none of.
_ONCE = {Entry: "event", SeasonEntry: "season", Seat: "match", Card: "pairing"}
_NAMES = {Entry: "name", SeasonEntry: "name", Seat: "known_as"}
_COLUMNS: tuple[tuple[type[models.Model], str], ...] = (
    *((Entry, "player"), (SeasonEntry, "player"), (Seat, "player"), (Handover, "player"), (Card, "player")),
    *((Card, "lifted_by"), (Vacancy, "player"), (Vacancy, "taken_by"), (PlaceOffer, "player"), (PlaceOffer, "by")),
    *((Club, "made_by"), (ClubLine, "by"), (ClubNews, "by"), (League, "made_by"), (Season, "made_by")),
    *((Event, "made_by"), (LogLine, "by"), (Announcement, "by")),
)


def url_of(arrival: Arrival) -> str:
    return settings.SITE_URL + reverse("clubs:arrival", args=[_signer().sign(str(arrival.pk))])


def arrival_of(signed: str) -> Arrival | None:
    """Return the person a signed link is for; ``None`` if we didn't sign it, or the place is taken already."""
    try:
        pk = int(_signer().unsign("".join(signed.split())))
    except (BadSignature, ValueError):
        return None
    return Arrival.objects.filter(pk=pk).select_related("club").first()


def waits_for(entry: Entry) -> bool:
    """Return whether the entry belongs to someone from the club's archive who has yet to claim it."""
    places = Arrival.objects.filter(club=entry.event.club_id).values_list("places", flat=True)
    return any(entry.pk in each.get(label(entry, "player"), ()) for each in places)


def claim(arrival: Arrival, player: User) -> Club:
    """Give the player everything that belongs to the arrival. Raises ``TournamentRefused``."""
    if player.is_guest:
        raise TournamentRefused(_("Choose a name for your account first; then you can join."), status=403)
    return _claim(arrival, player=player)


def give_rows(arrival: Arrival, player: User) -> None:
    """Give the player all rows of the arrival, with the club locked, or just made.

    What the player has already stays as it is, without a duplicate.
    """
    for model, column in _COLUMNS:
        _give_rows(arrival, player, model, column)
    for event in Event.objects.filter(pk__in=arrival.places.get("event.organisers", ()), club=arrival.club_id):
        event.organisers.add(player)
    _give_membership(arrival, player)
    arrival.delete()


@CLUB.transaction_with_retry
def forget(club: Club, pk: int, *, by: User) -> None:
    """Remove the arrival's name everywhere, as if they were a former player. Raises ``TournamentRefused``."""
    club = CLUB.lock(club.pk)
    arrival = club.arrivals.filter(pk=pk).first()
    if arrival is None:
        raise TournamentRefused(_("This no longer exists."), status=404)
    for model, column in _NAMES.items():
        _rows_of(arrival, model, "player").update(**{column: ""})
    events = Event.objects.filter(club=club)
    erase_name.forget_in(
        arrival.name, events, Club.objects.filter(pk=club.pk), Season.objects.filter(league__club=club)
    )
    _rows_of(arrival, Membership, "player").delete()
    arrival.delete()
    note(club, say("A name from the archive was removed."), by=by)


@CLUB.transaction_with_retry
def _claim(known: Arrival, *, player: User) -> Club:
    club = CLUB.lock(known.club_id)
    arrival = club.arrivals.filter(pk=known.pk).select_related("club").first()
    if arrival is None:
        raise TournamentRefused(_("Someone has already taken this place."), status=409)
    words = say("%(name)s from the archive has joined.", name=player.display_name)
    if arrival.name != player.display_name:
        words = say("%(was)s from the archive has joined as %(name)s.", was=arrival.name, name=player.display_name)
    give_rows(arrival, player)
    note(club, words, by=player)
    return club


def _rows_of(arrival: Arrival, model: type[models.Model], column: str) -> models.QuerySet[models.Model]:
    ids = arrival.places.get(label(model(), column), ())
    return model._default_manager.filter(pk__in=ids, **{column: None})


def _give_rows(arrival: Arrival, player: User, model: type[models.Model], column: str) -> None:
    rows = _rows_of(arrival, model, column)
    if column != "player" or model not in _ONCE:
        rows.update(**{column: player})
        return
    one = f"{_ONCE[model]}_id"
    taken = set(model._default_manager.filter(player=player).values_list(one, flat=True))
    for pk, of in rows.order_by("pk").values_list("pk", one):
        if of is None or of not in taken:
            taken.add(of)
            no_name = {_NAMES[model]: ""} if model in _NAMES else {}
            model._default_manager.filter(pk=pk).update(player=player, **no_name)
            if model is Entry:
                mark_changed(of)
            if model is Seat:
                # When they are away is worked out before anything is judged by it.
                Seat.objects.filter(pk=pk, match__status=Match.Status.RUNNING).update(pauses_changed_at=clock.now())


def _give_membership(arrival: Arrival, player: User) -> None:
    theirs = _rows_of(arrival, Membership, "player").first()
    own = Membership.objects.filter(club=arrival.club_id, player=player).first()
    if theirs is None:
        return
    assert isinstance(theirs, Membership)
    if own is None:
        theirs.player, theirs.name = player, ""
        theirs.save(update_fields=["player", "name"])
        return
    if theirs.status == Status.MEMBER:
        was = own.role if own.status == Status.MEMBER else Membership.Role.MEMBER
        own.role = min(was, theirs.role, key=Membership.Role.values.index)  # the higher one comes first
        own.status, own.since = theirs.status, min(own.since, theirs.since)
        own.save()
    theirs.delete()


def _signer() -> Signer:
    return Signer(sep=".", salt=_SALT)


def send_link(club: Club, pk: int, who: str, *, by: User) -> Arrival:
    """Email the arrival's link to a player, by their name here, or to an address; the first to open it takes the place.

    Raises ``TournamentRefused``.
    """
    address = clean_address(who) if "@" in who else ""
    player = None if address else find_player(who.strip())
    return _send(club, pk=pk, player=player, address=address, by=by)


@CLUB.transaction_with_retry
def _send(club: Club, *, pk: int, player: User | None, address: str, by: User) -> Arrival:
    club = CLUB.lock(club.pk)
    arrival = club.arrivals.filter(pk=pk).first()
    if arrival is None:
        raise TournamentRefused(_("This no longer exists."), status=404)
    if player is None:
        count_invitation(by)
        player = guests.reader_of(address)
    if entry_causes.has_had_enough(player):
        words = _("%(address)s has had enough emails for today. Try again tomorrow.")
        raise TournamentRefused(words % {"address": address or player}, "who", 429)
    place_waits(arrival, player, by)
    note(club, say("A link for someone from the archive was sent by email."), by=by)
    return arrival
