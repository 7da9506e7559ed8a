"""The organisers’ page of a season’s free places and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from matches.input.requests import whole_number
from tournaments.entries import invite
from tournaments.entries.replacements import find_replacement, take_place, vacancies, waiting_list
from tournaments.entries.replacements import words as place_words
from tournaments.entries.withdrawals import cards
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Card, Vacancy
from tournaments.pages.get_season import SeasonPage
from tournaments.pages.page_with_buttons import Act
from tournaments.pages.reason import ReasonForm

from .league_forms import PUT_IN, OfferForm


class PlacesPage(SeasonPage):
    template = "leagues/places.html"
    keeps = ("action", "vacancy", "card", "who", "how", "reason")

    def acts(self) -> Mapping[str, Act]:
        season, sent = self.season, self.request.POST or self.request.GET
        vacancy = vacancies.open_in(season).filter(pk=whole_number(sent.get("vacancy")) or 0).first()
        card = cards.of_season(season).filter(pk=whole_number(sent.get("card")) or 0).first()
        if vacancy is None:
            of_places = dict.fromkeys(("offer", "give_up"), Act(partial(_gone, _("This place is no longer free."))))
        else:
            of_places = {
                "offer": _act("offer", partial(self._offer, vacancy), vacancy, OfferForm),
                "give_up": _act("give_up", partial(self._give_up, vacancy), vacancy),
            }
        gone = Act(partial(_gone, _("This card no longer exists.")))
        return {**of_places, "lift": _act("lift", partial(self._lift, card), card) if card else gone}

    def context(self) -> dict[str, Any]:
        season = self.season
        return {
            "club": season.league.club,
            "league": season.league,
            "season": season,
            "vacancies": [self._open(each) for each in vacancies.open_in(season)],
            "waiting": waiting_list.in_line(season),
            "cards": [self._card(each) for each in cards.of_season(season)],
        }

    def _offer(self, vacancy: Vacancy, form: OfferForm) -> str:
        player = invite.find_member(form.cleaned_data["who"])
        if form.cleaned_data["how"] == PUT_IN:
            take_place.put_in(vacancy, player, by=self.request.user)
            return _("%(name)s now has this place.") % {"name": player.display_name}
        find_replacement.offer(vacancy, player, by=self.request.user)
        return _("We’ve emailed %(name)s the offer.") % {"name": player.display_name}

    def _give_up(self, vacancy: Vacancy, form: ReasonForm) -> str:
        vacancies.give_up(vacancy, by=self.request.user, reason=form.cleaned_data["reason"])
        return _("The search has ended; the rule for players who leave now applies.")

    def _lift(self, card: Card, form: ReasonForm) -> str:
        cards.lift(card, by=self.request.user, reason=form.cleaned_data["reason"])
        return _("The card is lifted.")

    def _open(self, vacancy: Vacancy) -> dict[str, Any]:
        return {
            "vacancy": vacancy,
            "matches": place_words.in_words(vacancy),
            "asked": vacancy.offers.filter(answer="").select_related("player").first(),
            "answers": vacancy.offers.exclude(answer="").select_related("player"),
            "offering": self._form("offer", vacancy, OfferForm),
            "giving_up": self._form("give_up", vacancy),
        }

    def _card(self, card: Card) -> dict[str, Any]:
        return {"card": card, "lifting": None if card.lifted_at else self._form("lift", card)}

    def _form(self, key: str, about: Vacancy | Card, kind: type[forms.Form] = ReasonForm) -> forms.Form:
        act = _act(key, _gone, about, kind)
        return self.form(act.name, act.form)


def _act(key: str, do: Callable[..., str], about: Vacancy | Card, kind: type[forms.Form] = ReasonForm) -> Act:
    """Return an act about one place or card, of which the page has several, each with its own forms."""
    name = f"{key}-{about.pk}"
    return Act(do, partial(kind, auto_id=f"{name}-%s"), name)


def _gone(words: str) -> str:
    raise TournamentRefused(words, status=404)
