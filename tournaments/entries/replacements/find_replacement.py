"""Offering a free place: by the season's rule to one after another on the waiting list, or by an organiser."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from matches.time_control.time_control import DAY
from timekeeping import clock
from tournaments.locking import season as season_locking
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.season import season_of
from tournaments.models import Entry, Event, PlaceOffer, Season, Vacancy
from tournaments.permissions import clubs

from . import place_causes, waiting_list

Answer = PlaceOffer.Answer
LASTS: timedelta = 2 * DAY


def offer_next(season: Season, vacancy: Vacancy) -> PlaceOffer | None:
    """Offer the place to the first on the waiting list; if there is no one, tell the organisers.

    The event must be locked. Players who were asked for it already, or are being asked for another, are passed over.
    """
    asked = set(vacancy.offers.values_list("player", flat=True))
    busy = set(PlaceOffer.objects.filter(answer="", vacancy__closed_at=None).values_list("player", flat=True))
    for entry in waiting_list.in_line(season):
        player = entry.player
        if (
            player is None
            or not player.is_active
            or not player.invitations
            or player.pk in asked | busy
            or why_cannot_replace(season, vacancy.entry.event, player) is not None
        ):
            continue
        return _offer(vacancy, player, by=None)
    place_causes.nobody_left(season, vacancy)
    return None


def offer(vacancy: Vacancy, player: User, *, by: User) -> PlaceOffer:
    """Offer the place to the player, in place of the one being asked. Idempotent.

    Raises ``TournamentRefused``.
    """

    def act(season: Season, event: Event) -> PlaceOffer:
        held = open_one(vacancy)
        refuse_unless_possible(season, event, player)
        if not player.invitations:
            raise TournamentRefused(_("%(name)s doesn’t want offers of free places.") % {"name": player.display_name})
        current = held.offers.filter(answer="").first()
        if current is not None and current.player_id == player.pk:
            return current
        withdraw_offer(held)
        words = say("%(name)s’s place was offered to someone else.", name=held.name)
        note(event, Kind.ENTRY, words, by=by, entry=held.entry)
        return _offer(held, player, by=by)

    return season_locking.decide(vacancy.entry.event_id, act)


def decline(made: PlaceOffer) -> None:
    """Decline the offer; the next on the list is asked. Idempotent. Raises ``TournamentRefused``."""
    _answer(made, answer=Answer.DECLINED)


def lapse(made: PlaceOffer) -> None:
    """End an offer that wasn't answered in time."""
    _answer(made, answer=Answer.LAPSED)


def open_to(player: User) -> QuerySet[PlaceOffer]:
    """Return the offers that the player may answer."""
    found = PlaceOffer.objects.filter(answer="", player=player, vacancy__closed_at=None)
    return found.select_related("vacancy__entry__event__division", "vacancy__player").order_by("vacancy__entry__event")


def open_for(season: Season, player: User) -> QuerySet[PlaceOffer]:
    """Return the offers that the player may answer in this season."""
    return open_to(player).filter(vacancy__entry__event__division__season=season)


def withdraw_offer(vacancy: Vacancy) -> None:
    """Withdraw the open offer of a place, if there is one."""
    vacancy.offers.filter(answer="").update(answer=Answer.WITHDRAWN)


def open_one(vacancy: Vacancy) -> Vacancy:
    """Return the offer as it is now. Raises ``TournamentRefused`` if it is no longer open."""
    found = Vacancy.objects.filter(pk=vacancy.pk, closed_at=None)
    held = found.select_related("entry__event", "entry__player", "player").first()
    if held is None or held.entry.event.stage != Event.Stage.RUNNING:
        raise TournamentRefused(_("This place is no longer free."), status=409)
    return held


def refuse_unless_possible(season: Season, event: Event, player: User) -> None:
    if refused := why_cannot_replace(season, event, player):
        raise refused


def why_cannot_replace(season: Season, event: Event, player: User) -> TournamentRefused | None:
    """Return why the player can't have a place in that division; ``None`` if they can.

    The answer can't change while the season is locked.
    """
    name = {"name": player.display_name}
    if not clubs.is_member(player, season.league.club):
        return TournamentRefused(_("%(name)s isn’t a member of the club. Invite them first.") % name, "who", 409)
    # In the place of an opponent of before they would know what both have hidden.
    if event.entries.filter(Q(player=player) | Q(vacancies__player=player)).exists():
        return TournamentRefused(_("%(name)s is or was already in this division.") % name, "who", 409)
    if plays_in(season, player):
        return TournamentRefused(_("%(name)s plays in another division of this season.") % name, "who", 409)
    return None


def plays_in(season: Season, player: User) -> bool:
    """Return whether the player is in any division of the season."""
    return Entry.objects.filter(player=player, event__division__season=season).exclude(status__in=Entry.LEFT).exists()


def _offer(vacancy: Vacancy, player: User, *, by: User | None) -> PlaceOffer:
    now = clock.now()
    made = PlaceOffer.objects.create(
        vacancy=vacancy, player=player, by=by, at=now, until=min(now + LASTS, vacancy.until)
    )
    place_causes.offered(made)
    return made


@EVENT.transaction_with_retry
def _answer(known: PlaceOffer, *, answer: PlaceOffer.Answer) -> None:
    event = EVENT.lock(known.event_id)
    made = PlaceOffer.objects.select_related("vacancy__entry__event").filter(pk=known.pk, answer="").first()
    season = season_of(event)
    if made is None or season is None:
        return
    made.answer = answer
    made.save(update_fields=["answer"])
    if made.vacancy.closed_at is None:
        offer_next(season, made.vacancy)
