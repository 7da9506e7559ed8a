"""Acts of the buttons on the organisers' page of entries. Each returns a sentence that says what was done.

They raise ``TournamentRefused``, and ``Unfilled`` if a form lacks something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.input.requests import MemberRequest, whole_number
from tournaments.entries import approve, check_in, invite, requested_byes, seeding, teams
from tournaments.forms.entries import AddForm, ByeForm, DecideForm, RatingForm, WithdrawForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.withdrawals import return_to_event, withdraw

Status = Entry.Status
Forms = dict[str, forms.Form]
Act = Callable[[MemberRequest, Event, Forms], str]


class Unfilled(Exception):
    """Raised if a form lacks something; the form itself says what."""


def _add(request: MemberRequest, event: Event, filled: Forms) -> str:
    form = _filled(filled, "add", AddForm(request.POST))
    who, how = form.cleaned_data["who"], form.cleaned_data["how"]
    if "@" in who:
        invite.invite_address(event, who, by=request.user)
        return _("%(who)s gets an invitation by email, unless they’ve been invited or entered already.") % {"who": who}
    player = invite.find_player(who)
    if how == "enter":
        invite.put_in(event, player, by=request.user)
        return _("%(name)s has entered.") % {"name": player.display_name}
    entry = invite.invite(event, player, by=request.user)
    if entry.status != Status.INVITED:
        stands = {"name": player.display_name, "status": entry.get_status_display()}
        return _("%(name)s: %(status)s already.") % stands
    return _("%(name)s is invited.") % {"name": player.display_name}


def _approve(request: MemberRequest, event: Event, filled: Forms) -> str:  # noqa: ARG001 (as all acts)
    chosen = _chosen(event, request.POST)
    for entry in chosen:
        approve.approve(entry, by=request.user)
    if len(chosen) == 1:
        return _("%(name)s is approved.") % {"name": chosen[0].name_for_organisers}
    words = ngettext("%(number)s player approved.", "%(number)s players approved.", len(chosen))
    return words % {"number": len(chosen)}


def _refuse(request: MemberRequest, event: Event, filled: Forms) -> str:
    form = _filled(filled, "decide", DecideForm(request.POST, auto_id="decide-%s"))
    chosen = _chosen(event, request.POST)
    for entry in chosen:
        approve.refuse(entry, by=request.user, reason=form.cleaned_data["reason"])
    if len(chosen) == 1:
        return _("%(name)s is declined.") % {"name": chosen[0].name_for_organisers}
    words = ngettext("%(number)s player declined.", "%(number)s players declined.", len(chosen))
    return words % {"number": len(chosen)}


def _withdraw(request: MemberRequest, event: Event, filled: Forms) -> str:
    form = _filled(filled, "withdraw", WithdrawForm(request.POST, auto_id="withdraw-%s"))
    entry = _one(event, request.POST)
    reason, for_good = form.cleaned_data["reason"], form.cleaned_data["for_good"]
    withdraw.withdraw(entry, by=request.user, reason=reason, for_good=for_good)
    return _("%(name)s is withdrawn.") % {"name": entry.name_for_organisers}


def _bring_back(request: MemberRequest, event: Event, filled: Forms) -> str:  # noqa: ARG001 (as all acts)
    entry = return_to_event.rejoin(_one(event, request.POST), by=request.user)
    if event.rules.why_not.come_back:  # unless the place was still free
        return _("%(name)s is back.") % {"name": entry.shown_name}
    words = _("%(name)s is back, from round %(number)s on.")
    return words % {"name": entry.shown_name, "number": entry.back_from}


def _check_in(request: MemberRequest, event: Event, filled: Forms) -> str:  # noqa: ARG001 (as all acts)
    entry = check_in.check_in(_one(event, request.POST), by=request.user)
    return _("%(name)s is checked in.") % {"name": entry.shown_name}


def _ask_check_in(request: MemberRequest, event: Event, filled: Forms) -> str:  # noqa: ARG001 (as all acts)
    check_in.ask_to_check_in(event)
    return _("All players were asked to check in.")


def _grant(request: MemberRequest, event: Event, filled: Forms) -> str:
    form = _filled(filled, "bye", ByeForm(event, request.POST, auto_id="bye-%s"))
    entry = _one(event, request.POST)
    number, bye = form.cleaned_data["round"], form.cleaned_data["bye"] or None
    requested_byes.grant(entry, number, bye, by=request.user, reason=form.cleaned_data["reason"])
    words = _("%(name)s misses round %(number)s.") if bye else _("%(name)s plays round %(number)s.")
    return words % {"name": entry.shown_name, "number": number}


def _seed(request: MemberRequest, event: Event, filled: Forms) -> str:  # noqa: ARG001 (as all acts)
    changed = seeding.seed(event, _seeds(request.POST), by=request.user)
    words = ngettext(
        "The order is saved: %(number)s place changed.", "The order is saved: %(number)s places changed.", changed
    )
    return words % {"number": changed}


def _rate(request: MemberRequest, event: Event, filled: Forms) -> str:
    entry = _one(event, request.POST)
    form = _filled(filled, "rate", RatingForm(event, entry, request.POST, auto_id="rate-%s"))
    rating, reason = form.cleaned_data["rating"] or seeding.UNRATED, form.cleaned_data["reason"]
    seeding.rate(event, {entry.pk: rating}, by=request.user, reason=reason)
    entry.refresh_from_db(fields=["rating"])
    if not entry.rating:
        return _("%(name)s’s rating in this event is removed.") % {"name": entry.name_for_organisers}
    return _("%(name)s is rated %(rating)s.") % {"name": entry.name_for_organisers, "rating": entry.rating}


def _team(request: MemberRequest, event: Event, filled: Forms) -> str:  # noqa: ARG001 (as all acts)
    """Put the player into the team of the chosen entry, or have them play alone."""
    entry = _one(event, request.POST)
    captain = event.entries.filter(pk=whole_number(request.POST.get("captain")) or 0).first()
    if captain is None:
        teams.part(entry, by=request.user)
        return _("%(name)s plays alone.") % {"name": entry.shown_name}
    teams.join(entry, captain, by=request.user)
    return _("%(name)s is in the team %(team)s.") % {"name": entry.shown_name, "team": captain.team_name}


def nothing(request: MemberRequest, event: Event, filled: Forms) -> str:  # noqa: ARG001 (as all acts)
    raise TournamentRefused(_("Choose what to do."))


ACTS: Mapping[str, Act] = {
    "add": _add,
    "approve": _approve,
    "refuse": _refuse,
    "withdraw": _withdraw,
    "return": _bring_back,
    "check_in": _check_in,
    "ask_check_in": _ask_check_in,
    "grant": _grant,
    "seed": _seed,
    "rate": _rate,
    "team": _team,
}


def _filled(filled: Forms, name: str, form: forms.Form) -> forms.Form:
    filled[name] = form
    if not form.is_valid():
        raise Unfilled
    return form


def blamed(filled: Forms, refused: TournamentRefused) -> str:
    """Put the refusal beside its field, or return it for the top of the page."""
    for form in filled.values():
        if refused.field in form.fields:
            form.add_error(refused.field, refused.message)
            return ""
    return refused.message


def _one(event: Event, posted: QueryDict) -> Entry:
    entry = event.entries.select_related("player").filter(pk=whole_number(posted.get("entry")) or 0).first()
    if entry is None:
        raise TournamentRefused(_("This entry no longer exists."), status=404)
    return entry


def _chosen(event: Event, posted: QueryDict) -> list[Entry]:
    numbers = [whole_number(text) or 0 for text in posted.getlist("entry")]
    chosen = list(event.entries.select_related("player").filter(pk__in=numbers).order_by("entered_at", "pk"))
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
