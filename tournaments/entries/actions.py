"""Acts of the buttons on the organisers' page of entries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.input.requests import whole_number
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry
from tournaments.pages.get_event import EventPage
from tournaments.pages.page_with_buttons import Act
from tournaments.rounds import requested_byes

from . import approve, check_in, invite, seeding, teams
from .entry_forms import AddForm, ByeForm, DecideForm, RatingForm, WithdrawForm
from .withdrawals import return_to_event, withdraw

Status = Entry.Status


class EntriesActs(EventPage):
    """The acts of the page, without what it shows.

    Acts about one entry, or about several, have their keys as ``entry``.
    """

    def acts(self) -> Mapping[str, Act]:
        about_one = {
            "withdraw": Act(self._withdraw, partial(WithdrawForm, auto_id="withdraw-%s")),
            "return": Act(self._bring_back),
            "check_in": Act(self._check_in),
            "grant": Act(self._grant, partial(ByeForm, self.event, auto_id="bye-%s"), "bye"),
            "rate": Act(self._rate, lambda posted: RatingForm(self.event, self.entry, posted, auto_id="rate-%s")),
            "team": Act(self._team),
        }
        if self.posted in about_one and self.found is None:
            about_one[self.posted] = Act(self._gone)
        return about_one | {
            "add": Act(self._add, AddForm),
            "approve": Act(self._approve),
            "refuse": Act(self._refuse, partial(DecideForm, auto_id="decide-%s"), "decide"),
            "ask_check_in": Act(self._ask_check_in),
            "seed": Act(self._seed),
        }

    @cached_property
    def found(self) -> Entry | None:
        """The entry that the act is about."""
        key = whole_number(self.request.POST.get("entry")) or 0
        return self.event.entries.select_related("player").filter(pk=key).first()

    @property
    def entry(self) -> Entry:
        assert self.found is not None
        return self.found

    def _gone(self) -> str:
        raise TournamentRefused(_("This entry no longer exists."), status=404)

    def _add(self, form: AddForm) -> str:
        who, by = form.cleaned_data["who"], self.request.user
        if "@" in who:
            invite.invite_address(self.event, who, by=by)
            words = _("%(who)s gets an invitation by email, unless they’ve been invited or entered already.")
            return words % {"who": who}
        player = invite.find_player(who)
        if form.cleaned_data["how"] == "enter":
            invite.put_in(self.event, player, by=by)
            return _("%(name)s has entered.") % {"name": player.display_name}
        entry = invite.invite(self.event, player, by=by)
        if entry.status != Status.INVITED:
            stands = {"name": player.display_name, "status": entry.get_status_display()}
            return _("%(name)s: %(status)s already.") % stands
        return _("%(name)s is invited.") % {"name": player.display_name}

    def _approve(self) -> str:
        chosen = self._chosen()
        for entry in chosen:
            approve.approve(entry, by=self.request.user)
        if len(chosen) == 1:
            return _("%(name)s is approved.") % {"name": chosen[0].name_for_organisers}
        words = ngettext("%(number)s player approved.", "%(number)s players approved.", len(chosen))
        return words % {"number": len(chosen)}

    def _refuse(self, form: DecideForm) -> str:
        chosen = self._chosen()
        for entry in chosen:
            approve.refuse(entry, by=self.request.user, reason=form.cleaned_data["reason"])
        if len(chosen) == 1:
            return _("%(name)s is declined.") % {"name": chosen[0].name_for_organisers}
        words = ngettext("%(number)s player declined.", "%(number)s players declined.", len(chosen))
        return words % {"number": len(chosen)}

    def _withdraw(self, form: WithdrawForm) -> str:
        reason, for_good = form.cleaned_data["reason"], form.cleaned_data["for_good"]
        withdraw.withdraw(self.entry, by=self.request.user, reason=reason, for_good=for_good)
        return _("%(name)s is withdrawn.") % {"name": self.entry.name_for_organisers}

    def _bring_back(self) -> str:
        entry = return_to_event.rejoin(self.entry, by=self.request.user)
        if self.event.rules.why_not.come_back:  # unless the place was still free
            return _("%(name)s is back.") % {"name": entry.shown_name}
        words = _("%(name)s is back, from round %(number)s on.")
        return words % {"name": entry.shown_name, "number": entry.back_from}

    def _check_in(self) -> str:
        entry = check_in.check_in(self.entry, by=self.request.user)
        return _("%(name)s is checked in.") % {"name": entry.shown_name}

    def _ask_check_in(self) -> str:
        check_in.ask_to_check_in(self.event)
        return _("All players were asked to check in.")

    def _grant(self, form: ByeForm) -> str:
        number, bye = form.cleaned_data["round"], form.cleaned_data["bye"] or None
        requested_byes.grant(self.entry, number, bye, by=self.request.user, reason=form.cleaned_data["reason"])
        words = _("%(name)s misses round %(number)s.") if bye else _("%(name)s plays round %(number)s.")
        return words % {"name": self.entry.shown_name, "number": number}

    def _seed(self) -> str:
        changed = seeding.seed(self.event, _seeds(self.request.POST), by=self.request.user)
        words = ngettext(
            "The order is saved: %(number)s place changed.", "The order is saved: %(number)s places changed.", changed
        )
        return words % {"number": changed}

    def _rate(self, form: RatingForm) -> str:
        entry = self.entry
        rating, reason = form.cleaned_data["rating"] or seeding.UNRATED, form.cleaned_data["reason"]
        seeding.rate(self.event, {entry.pk: rating}, by=self.request.user, reason=reason)
        entry.refresh_from_db(fields=["rating"])
        if not entry.rating:
            return _("%(name)s’s rating in this event is removed.") % {"name": entry.name_for_organisers}
        return _("%(name)s is rated %(rating)s.") % {"name": entry.name_for_organisers, "rating": entry.rating}

    def _team(self) -> str:
        """Put the player into the team of the chosen entry, or have them play alone."""
        captain = self.event.entries.filter(pk=whole_number(self.request.POST.get("captain")) or 0).first()
        if captain is None:
            teams.part(self.entry, by=self.request.user)
            return _("%(name)s plays alone.") % {"name": self.entry.shown_name}
        teams.join(self.entry, captain, by=self.request.user)
        return _("%(name)s is in the team %(team)s.") % {"name": self.entry.shown_name, "team": captain.team_name}

    def _chosen(self) -> list[Entry]:
        numbers = [whole_number(text) or 0 for text in self.request.POST.getlist("entry")]
        entries = self.event.entries.select_related("player").filter(pk__in=numbers)
        chosen = list(entries.order_by("entered_at", "pk"))
        if not chosen:
            raise TournamentRefused(_("Tick at least one player."))
        return chosen


def _seeds(posted: QueryDict) -> dict[int, int | None]:
    seeds: dict[int, int | None] = {}
    for name in posted:
        entry_id = whole_number(name.removeprefix("seed_")) if name.startswith("seed_") else None
        if entry_id is None:
            continue
        typed = str(posted[name]).strip()
        place = whole_number(typed)
        if typed and place is None:
            raise TournamentRefused(_("“%(typed)s” isn’t a place: enter a number, or nothing.") % {"typed": typed})
        seeds[entry_id] = place
    return seeds
