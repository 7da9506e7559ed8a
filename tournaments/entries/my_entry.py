"""A player's own acts in an event, and their state: for a member's pages and for an email's link alike."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from accounts.models import User
from mail.preferences import unsubscribe
from matches.models import Match
from timekeeping import clock
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Absence, Card, Entry, Event
from tournaments.rounds import dates, requested_byes
from tournaments.rounds.next_round import coming_round

from . import check_in, contribute, enter, late_entry, teams, waiting_list
from .replacements import vacancies
from .withdrawals import cards, return_to_event, withdraw

Stage, Status = Event.Stage, Entry.Status


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round, and whether the player has said to miss it."""

    number: int
    is_missed: bool
    is_open: bool
    brings: str


class MyEntry:
    """A player and an event, with their entry, if any."""

    def __init__(self, event: Event, player: User) -> None:
        self.event = event
        self.player = player
        self.entry = event.entries.filter(player=player).first()
        if self.entry is not None:
            self.entry.event, self.entry.player = event, player

    @property
    def status(self) -> str:
        return self.entry.status if self.entry else ""

    @cached_property
    def why_not(self) -> TournamentRefused | None:
        """The reason why the player can't enter now; ``None`` if they can."""
        return None if self.may_return else enter.why_cannot_enter(self.event, self.entry, clock.now(), self.player)

    @property
    def has_draws(self) -> bool:
        return contribute.has_draws(self.event)

    @property
    def may_contribute(self) -> bool:
        """True if the entered player can give or change their part of the seeds of matches to come."""
        return self.entry is not None and contribute.may_contribute(self.event, self.entry)

    @property
    def given(self) -> str:
        """The player's contribution."""
        return self.entry.contribution if self.entry else ""

    @cached_property
    def cards(self) -> list[Card]:
        """The player's cards that count."""
        if self.entry is None or self.event.club_id is None:
            return []
        return list(cards.that_count(self.entry).select_related("pairing__round"))

    @property
    def called(self) -> str:
        """The organisers' name for a person whom they have invited by email."""
        return self.entry.called if self.entry else ""

    @property
    def may_form_team(self) -> bool:
        """True if the player can still join, leave or name a team."""
        return self.event.rules.forms_teams and self.is_in and not self.event.is_begun

    @cached_property
    def captain(self) -> Entry | None:
        """The leader of the player's team, perhaps the player."""
        entry = self.entry
        if entry is None:
            return None
        found = self.event.entries.select_related("player").prefetch_related("mates__player")
        return found.filter(pk=entry.captain_id or entry.pk).first()

    @property
    def is_led(self) -> bool:
        return self.entry is not None and self.entry.captain_id is not None

    @property
    def team_link(self) -> str:
        return teams.link_to(self.entry) if self.entry is not None else ""

    @property
    def is_in(self) -> bool:
        return self.status == Status.ENTERED

    @property
    def has_entered(self) -> bool:
        """True if the player is in, or waits for a place or an answer."""
        return self.status in {Status.ENTERED, Status.WAITING, Status.APPLIED}

    @property
    def may_enter(self) -> bool:
        outside = ("", Status.INVITED, Status.WITHDRAWN, *((Status.WAITING,) if self.has_missed_start else ()))
        return self.status in outside and self.why_not is None and not self.may_return

    @cached_property
    def has_missed_start(self) -> bool:
        """True if the event began while the player waited for a place, so that they can't get one any more."""
        is_waiting = self.entry is not None and self.status == Status.WAITING
        return is_waiting and self.entry not in enter.waiting_for(self.event)

    @cached_property
    def may_return(self) -> bool:
        return self.entry is not None and late_entry.may_return(self.event, self.entry)

    @property
    def may_withdraw(self) -> bool:
        going_on = self.event.stage in (Stage.REGISTRATION, Stage.RUNNING)
        return going_on and self.status in (Status.ENTERED, Status.WAITING, Status.APPLIED)

    @cached_property
    def days_kept(self) -> int:
        """The number of days that the place would be kept free for someone else if the player left now."""
        is_playing = self.entry is not None and self.entry.number is not None and self.event.is_begun
        return vacancies.days_kept(self.event, self.entry) if self.entry is not None and is_playing else 0

    @cached_property
    def may_check_in(self) -> bool:
        return self.is_in and self.entry is not None and not self.entry.checked_in_at and check_in.is_open(self.event)

    @property
    def is_asked_soon(self) -> bool:
        """True if the hour has come at which players are asked to check in."""
        return check_in.opens_at(self.event, clock.now()) <= clock.now()

    @property
    def may_miss_rounds(self) -> bool:
        return self.may_withdraw and bool(requested_byes.open_rounds(self.event))

    @property
    def would_wait(self) -> bool:
        """True if entering now means waiting for a place."""
        return self.event.stage in (Stage.REGISTRATION, Stage.RUNNING) and enter.is_full(self.event)

    @property
    def needs_approval(self) -> bool:
        is_expected = self.status in (Status.INVITED, Status.WAITING)
        return self.event.registration == Event.Registration.APPROVAL and not is_expected

    @property
    def place(self) -> int:
        """The player's place on the waiting list."""
        return waiting_list.place_of(self.entry) if self.entry else 0

    @cached_property
    def coming_round(self) -> int:
        return coming_round(self.event)

    @cached_property
    def next_start(self) -> datetime | None:
        """The time at which the coming round starts, if that is known and not past."""
        moment = dates.not_before(self.event, self.coming_round) if self.event.is_begun else None
        return moment if moment is not None and moment > clock.now() else None

    @property
    def break_hours(self) -> int:
        """The hours that a round waits after the one before; 0 if an organiser publishes it, or it doesn't wait."""
        return self.event.break_hours if self.event.publishes_itself else 0

    @cached_property
    def running_match(self) -> Match | None:
        """The player's running match in the event."""
        if self.entry is None:
            return None
        running = Match.objects.filter(status=Match.Status.RUNNING, seats__player=self.player)
        return running.filter(pairing__round__event=self.event).order_by("-pk").first()

    @cached_property
    def round_rows(self) -> list[RoundRow]:
        """The rounds to come, and those that the player has said to miss."""
        if self.entry is None:
            return []
        free = requested_byes.open_rounds(self.event)
        coming = coming_round(self.event)
        missed = {each.round_number: each for each in self.entry.absences.all() if each.is_told(coming)}
        numbers = sorted({*free, *missed})
        return [_row(number, missed.get(number), number in free) for number in numbers]

    @property
    def missing_words(self) -> str:
        """A sentence on what missing rounds brings."""
        return self.event.rules.what_missing_brings(self.event, self.entry) if self.entry else ""

    # -- doing it --------------------------------------------------------------------------------------------------

    def act(self, action: str, rounds: Collection[int], contribution: str = "") -> str:
        """Do what a button says, and return in a sentence what was done. Raises ``TournamentRefused``.

        ``action`` is ``enter``, ``decline``, ``withdraw``, ``return``, ``check_in``, ``contribute``, ``leave_team`` or
        ``absences`` (with the rounds to miss). ``contribution`` counts on entering, or on checking in if there was none
        before.
        """
        match action:
            case "enter":
                return self._enter(contribution)
            case "return":
                back = return_to_event.rejoin(self.own, by=self.player)
                return _("You’re back in %(event)s, from round %(round)s on.") % {
                    "event": self.event.name,
                    "round": back.back_from,
                }
            case "decline":
                return self._decline()
            case "withdraw":
                withdraw.withdraw(self.own, by=self.player)
                return _("You’ve withdrawn from %(event)s.") % {"event": self.event.name}
            case "check_in":
                check_in.check_in(self.own, by=self.player)
                if contribution and self.may_contribute and not self.given:
                    contribute.contribute(self.own, contribution)
                return _("You’ve checked in for %(event)s.") % {"event": self.event.name}
            case "contribute":
                contribute.contribute(self.own, contribution)
                return _("Saved. It counts for your matches that haven’t begun.")
            case "leave_team":
                teams.part(self.own, by=self.player)
                return _("You’ve left the team and play alone, unless you join another.")
            case "absences":
                return _missed(requested_byes.request_byes(self.own, rounds))
            case _:
                raise TournamentRefused(_("Choose what you would like to do."))

    def _enter(self, contribution: str) -> str:
        entry = enter.enter(self.event, self.player, contribution)
        if self.player.gets_no_emails:  # a guest, to whom every match comes by email
            unsubscribe.set_turn_mail(self.player, wanted=True)
        return _entered(self.event, entry)

    def _decline(self) -> str:
        if self.status not in (Status.INVITED, Status.WITHDRAWN):
            raise TournamentRefused(_("There is no invitation to decline."), status=409)
        withdraw.withdraw(self.own, by=self.player)
        return _("You’ve declined the invitation to %(event)s.") % {"event": self.event.name}

    @property
    def own(self) -> Entry:
        """The player's entry. Raises ``TournamentRefused`` if there is none."""
        if self.entry is None:
            raise TournamentRefused(_("You aren’t in this event."), status=409)
        return self.entry


def is_new_guest(player: User) -> bool:
    """Return whether the player is a guest who hasn't been in anything yet, and so may choose a name."""
    if not player.is_guest or player.seats.exists():
        return False
    return not Entry.objects.filter(player=player).exclude(status=Status.INVITED).exists()


def _row(number: int, absence: Absence | None, is_open: bool) -> RoundRow:
    return RoundRow(number, absence is not None, is_open, absence.get_bye_display() if absence else "")


def _entered(event: Event, entry: Entry) -> str:
    match entry.status:
        case Status.APPLIED:
            return _("You’ve applied for %(event)s. Its organisers decide.") % {"event": event.name}
        case Status.WAITING:
            return _("All places are taken. You’re on the waiting list of %(event)s.") % {"event": event.name}
        case _ if event.is_begun:
            return _("You’re in %(event)s, from round %(round)s on.") % {"event": event.name, "round": entry.back_from}
        case _:
            return _("You’re in %(event)s.") % {"event": event.name}


def _missed(planned: Collection[Absence]) -> str:
    if not planned:
        return _("You’re playing every round.")
    one = _("round %(round)s for %(bye)s")
    missed = [one % {"round": each.round_number, "bye": each.get_bye_display()} for each in planned]
    return _("Saved: %(missed)s.") % {"missed": ", ".join(missed)}
