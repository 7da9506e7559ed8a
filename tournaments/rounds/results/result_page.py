"""The organisers' page of a result: settled from the board, entered, or corrected."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from i18n.text import listed
from matches.input.requests import MemberRequest
from matches.models import Match
from matches.record.names import named_result
from matches.record.scores import score
from tournaments.models import Event, Pairing, Round, seated
from tournaments.pages.get_event import for_organisers
from tournaments.pages.send_form import send
from tournaments.rounds.round_forms import ResultForm, TableResultForm
from tournaments.standings.progress import progress_of

from . import adjudicate, at_table
from .adjudicate import stands
from .verdicts import Verdict


@for_organisers()
def result_page(request: MemberRequest, event: Event, pairing: int) -> HttpResponse:
    found = _found(event, pairing)
    form = _form(found, request.POST if request.method == "POST" else None)

    def settle() -> tuple[str, str]:
        adjudicate.settle_pairing(
            found,
            Verdict(form.cleaned_data["verdict"]),
            by=request.user,
            reason=form.cleaned_data["reason"],
            points=form.points if isinstance(form, ResultForm) else None,
            given=form.given if isinstance(form, TableResultForm) else None,
            seen=request.POST.get("seen", ""),
        )
        words = _("Result saved. It’s in the event’s log with your reason.")
        return words, reverse("tournaments:manage_round", args=[event.pk, found.round.number])

    answer, refusal, status = send(request, settle, form)
    if answer is not None:
        return answer
    pairing_now = _found(event, pairing) if request.method == "POST" else found
    context = {**_context(pairing_now), "form": form, "refusal": refusal}
    return render(request, "tournaments/manage_result.html", context, status=status)


def _found(event: Event, pk: int) -> Pairing:
    rows = Pairing.objects.filter(round__event=event, black__isnull=False).exclude(round__stage=Round.Stage.DRAFT)
    rows = seated(rows.select_related("round", "match", "white__player", "black__player"), event)
    found = get_object_or_404(rows, pk=pk)
    found.round.event = event
    return found


def _form(pairing: Pairing, posted: QueryDict | None = None) -> ResultForm | TableResultForm:
    if not pairing.size:
        return ResultForm(pairing, posted)
    standing = [seat.place for seat in pairing.table_seats.all()]
    if pairing.decided_at is None and pairing.match is not None:
        so_far = at_table.so_far(pairing)
        standing = [so_far.places[seat.entry_id] for seat in pairing.table_seats.all()]
        if len(set(standing)) == 1:  # level so far: that is no result yet
            standing = [None] * len(standing)
    return TableResultForm(pairing, standing, posted)


def _context(pairing: Pairing) -> dict[str, Any]:
    event = pairing.round.event
    progress = progress_of([pairing]).get(pairing.pk)
    board = _board(pairing.match, shows_points=event.rules.shows_game_points)
    asked = progress.waits_for if progress else ()
    return {
        "event": event,
        "pairing": pairing,
        "round": pairing.round,
        "seen": stands(pairing),
        "result": _result(pairing),
        "points": score(pairing.white_points or 0, pairing.black_points or 0),
        "progress": progress,
        "waits_for": listed([side["name"] for index, side in enumerate(board["sides"]) if index in asked]),
        "where": event.rules.where(pairing),
        **board,
    }


def _result(pairing: Pairing) -> str:
    if pairing.decided_at is None:
        return ""
    if pairing.is_annulled:
        return _("annulled")
    return str(pairing.round.event.rules.outcomes.words(pairing))


def _board(match: Match | None, *, shows_points: bool) -> dict[str, Any]:
    """Return the board as a bystander sees it (none while it is sealed), and the points so far.

    In games that say so, it has what the current part would add if it ended now.
    """
    if match is None:
        return {"sides": []}
    view = match.game.view(match.loaded_state)
    now = view.get("as_it_stands") if not match.is_over else None
    seats = match.seats.select_related("player").order_by("index")
    sides = [
        {
            "name": seat.name,
            "label": view["labels"][seat.index],
            "score": view["scores"][seat.index],
            "now": None if now is None else now[seat.index],
        }
        for seat in seats
    ]
    return {
        "view": None if match.is_sealed else view,
        "sides": sides,
        "score_words": view["score_words"] if shows_points else "",
        "result_words": named_result(match),
    }
