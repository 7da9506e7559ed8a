"""Answering the offer of a free place: on the season's page, or by the link in the email without logging in."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from matches.links.secret_page import answer_choice, as_read_by, ask_first, is_choosing, secret_page
from tournaments.entries.replacements import find_replacement, links, take_place, words
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.season import season_of
from tournaments.models import PlaceOffer

TAKE, DECLINE = "take_place", "decline_place"


def answer(made: PlaceOffer, player: User, action: str) -> str:
    """Answer an offer and return what was done, in words. Raises ``TournamentRefused``."""
    if action == TAKE:
        entry = take_place.accept_place_offer(made, player)
        return _("You’re now playing in %(event)s.") % {"event": entry.event.name}
    find_replacement.decline(made)
    return _("You’ve declined. The place is offered to the next player.")


@secret_page
@require_http_methods(["GET", "HEAD", "POST"])
def link_page(request: HttpRequest, token: str) -> HttpResponse:
    """Answer an offer by the link in an email; GET and HEAD change nothing.

    A reader logged in as someone else sees nothing.
    """
    made = links.place_offer_of(token)
    if made is None or made.player is None:
        raise Http404
    player = made.player
    if isinstance(request.user, User) and request.user.pk != player.pk:
        return render(request, "matches/link_other.html", status=HTTPStatus.FORBIDDEN)
    if is_choosing(request, player):
        return answer_choice(request, player)
    with as_read_by(player):
        return _answer(request, made, player)


def _answer(request: HttpRequest, made: PlaceOffer, player: User) -> HttpResponse:
    done, refusal, status = "", "", int(HTTPStatus.OK)
    if request.method == "POST":
        if asked := _ask(request, made):
            return asked
        try:
            done = _act(made, player, request.POST.get("action", ""))
        except TournamentRefused as refused:
            refusal, status = refused.message, refused.status
        made.refresh_from_db(fields=["answer"])
        made.vacancy.refresh_from_db(fields=["closed_at"])
    event = made.vacancy.entry.event
    context = {
        "event": event,
        "season": season_of(event),
        "owner": player,
        "offered": {"offer": made, "matches": words.in_words(made.vacancy)} if _is_open(made) else None,
        "made": made,
        "done": done,
        "refusal": refusal,
    }
    return render(request, "leagues/offer.html", context, status=status)


def _ask(request: HttpRequest, made: PlaceOffer) -> HttpResponse | None:
    """Ask first, as long as the offer is open; ``None`` if no question is needed (see ``ask_first``)."""
    if not _is_open(made):
        return None
    event = {"event": made.vacancy.entry.event.name}
    match request.POST.get("action"):
        case "take_place":
            return ask_first(request, _("Take the place in %(event)s?") % event)
        case "decline_place":
            return ask_first(request, _("Decline the place in %(event)s?") % event, _("This can’t be undone."))
        case _:
            return None


def _act(made: PlaceOffer, player: User, action: str) -> str:
    if action not in (TAKE, DECLINE):
        raise TournamentRefused(_("Choose what to do."))
    has_declined = made.answer == PlaceOffer.Answer.DECLINED
    if action == DECLINE and not (_is_open(made) or has_declined):
        raise TournamentRefused(_("You no longer have an offer of a place."), status=409)
    return answer(made, player, action)


def _is_open(made: PlaceOffer) -> bool:
    return made.answer == "" and made.vacancy.closed_at is None
