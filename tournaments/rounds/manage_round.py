"""The organisers' page of a round: pair, check, change and publish it, give it more time, or take it back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from competition.history import Code
from tournaments.pages.get_event import EventPage
from tournaments.pages.page_with_buttons import Act
from tournaments.pages.reason import ReasonForm
from tournaments.permissions import organisers
from tournaments.rounds import extend, pairing_job, publish, take_back

from . import requested_byes
from .drafts import edit_draft
from .drafts.draft import Edit
from .round_forms import PLAYS, DraftForm, ExtendForm
from .round_page import RoundPage


class ManageRoundPage(EventPage):
    template = "tournaments/manage_round.html"
    button = "do"
    nothing_chosen = gettext_noop("Choose what to do with the round.")

    page: RoundPage

    def find(self) -> None:
        super().find()
        number = self.kwargs["number"]
        if not self.event.is_begun or not 1 <= number <= self.event.rounds:
            raise Http404
        self.page = RoundPage(self.event, number)

    def reload(self) -> None:
        self.page = RoundPage(self.event, self.page.number)

    def acts(self) -> Mapping[str, Act]:
        return {
            "pair": Act(self._pair, _reason_form("pair", needed=False)),
            "pair_again": Act(self._pair, _reason_form("pair_again")),
            "pair_rest": Act(self._pair_rest, _reason_form("pair_rest")),
            "publish": Act(self._publish, _reason_form("publish", needed=False)),
            "extend": Act(self._extend, partial(ExtendForm, auto_id="extend-%s")),
            "take_back": Act(self._take_back, _reason_form("take_back")),
            "change": Act(self._change, lambda posted: DraftForm(self.event, self.page.entries, posted)),
        }

    def context(self) -> dict[str, Any]:
        page = self.page
        changeable = page.entries if page.may_change else ()
        return {
            "event": self.event,
            "page": page,
            "round": page.round,
            "number": page.number,
            "forms": {key: self.form(key) for key in self.acts() if key != "change"},
            "changing": self.form("change", partial(DraftForm, self.event, changeable)),
            "plays_in": page.is_draft and organisers.plays_in(self.event, self.request.user),
        }

    @property
    def seen(self) -> str | None:
        """The version of the round that the page had shown."""
        return self.request.POST.get("seen")

    def _pair(self, form: ReasonForm) -> str:
        page, reason = self.page, form.cleaned_data["reason"]
        pairing_job.ask_for_pairing(self.event, page.number, by=self.request.user, reason=reason)
        return _("Round %(number)s is being prepared.") % {"number": page.number}

    def _pair_rest(self, form: ReasonForm) -> str:
        page, reason = self.page, form.cleaned_data["reason"]
        pairing_job.ask_for_pairing(self.event, page.number, by=self.request.user, reason=reason, keep=True)
        return _("The others are being paired around your pairings.")

    def _publish(self, _form: ReasonForm) -> str:
        publish.publish(self.page.stored, by=self.request.user)
        words = _("Round %(number)s is published. The matches begin, and we’re emailing the players.")
        return words % {"number": self.page.number}

    def _extend(self, form: ExtendForm) -> str:
        days, reason = form.cleaned_data["days"], form.cleaned_data["reason"]
        extend.extend(self.page.stored, days, by=self.request.user, reason=reason, seen=self.seen)
        words = _("Round %(number)s has more time. We’re emailing the players still in it.")
        return words % {"number": self.page.number}

    def _take_back(self, form: ReasonForm) -> str:
        take_back.take_back_round(self.page.stored, by=self.request.user, reason=form.cleaned_data["reason"])
        return _("Round %(number)s is a draft again, and its matches are annulled.") % {"number": self.page.number}

    def _change(self, form: DraftForm) -> str:
        change(self.page, form, self.request.user, self.seen)
        return _("Changed. It’s in the event’s log.")


def change(page: RoundPage, form: DraftForm, by: User, seen: str | None) -> None:
    """Change the draft as the form says. Raises ``TournamentRefused``."""
    given = form.cleaned_data
    player, other, reason = given["player"], given["other"] or 0, given["reason"]
    action = given["action"]
    if action == Edit.SWAP:
        edit_draft.swap(page.stored, player, other, by=by, reason=reason, seen=seen)
    elif action == Edit.PAIR:
        edit_draft.pair(page.stored, player, other, by=by, reason=reason, seen=seen)
    elif action == Edit.COLOURS:
        edit_draft.turn_colours(page.stored, player, by=by, reason=reason, seen=seen)
    elif action == Edit.BYE and given["bye"] == PLAYS:
        requested_byes.grant(page.entry(player), page.number, None, by=by, reason=reason)
    elif action == Edit.BYE:
        edit_draft.give_bye(page.stored, player, Code(given["bye"]), by=by, reason=reason, seen=seen)


def _reason_form(key: str, *, needed: bool = True) -> partial[ReasonForm]:
    return partial(ReasonForm, needed=needed, auto_id=f"{key}-%s")
