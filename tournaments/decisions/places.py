"""Decisions about free places in the divisions of seasons."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.mails import moments
from tournaments.models import PlaceOffer, Season, Vacancy

from .decision import Decision


def open_vacancies() -> QuerySet[Vacancy]:
    """Return free places of running seasons, each with its unanswered offer, if any (``asked``)."""
    asked = Prefetch("offers", PlaceOffer.objects.filter(answer="").select_related("player"), to_attr="asked")
    rows = Vacancy.objects.filter(closed_at=None, entry__event__division__season__stage=Season.Stage.RUNNING)
    rows = rows.select_related("player", "entry__event__division__season__league__club")
    return rows.prefetch_related(asked).order_by("at", "pk")


def free_place(vacancy: Vacancy) -> Decision:
    """Describe a free place, one of ``open_vacancies``, as a decision.

    While a player is asked, organisers needn't act.
    """
    division = vacancy.entry.event.division
    season = division.season
    url = reverse("leagues:places", args=[season.league.club.slug, season.league.slug, season.number])
    title = _("%(name)s’s place in %(division)s is free") % {"name": vacancy.name, "division": division.name}
    asked: list[PlaceOffer] = getattr(vacancy, "asked", [])
    for offer in asked:
        name = offer.player.display_name if offer.player else ""
        words = _("Offered to %(name)s until %(moment)s.") % {"name": name, "moment": moments.moment(offer.until)}
        return Decision(title, words, url, _("View place"), "")
    words = _("The waiting list is used up. After %(moment)s the place stays empty.")
    return Decision(title, words % {"moment": moments.moment(vacancy.until)}, url, _("Find a replacement"))
