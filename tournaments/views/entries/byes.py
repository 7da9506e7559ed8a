"""The organisers' page for a bye of a published round."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from competition.history import Code
from matches.input.requests import MemberRequest, see_other
from tournaments.drafts.draft import BYE_WORDS
from tournaments.forms.rounds import ByeResultForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, Round
from tournaments.results import adjudicate
from tournaments.views.get_event import for_organisers


@for_organisers()
def bye_page(request: MemberRequest, event: Event, pairing: int) -> HttpResponse:
    """Change the points for a bye, in formats in which they can change."""
    bye = _found(event, pairing)
    if request.method != "POST":
        return _show_bye(request, event, bye, ByeResultForm(initial={"code": bye.white_code}))
    form = ByeResultForm(request.POST)
    if not form.is_valid():
        return _show_bye(request, event, bye, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    code, reason = form.cleaned_data["code"], form.cleaned_data["reason"]
    try:
        adjudicate.correct_bye(bye, code, by=request.user, reason=reason, seen=request.POST.get("seen", ""))
    except TournamentRefused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return _show_bye(request, event, _found(event, pairing), form, status=refused.status)
    messages.success(request, _("Bye corrected. It’s in the event’s log with your reason."))
    return see_other(reverse("tournaments:manage_round", args=[event.pk, bye.round.number]))


def _found(event: Event, pk: int) -> Pairing:
    if event.rules.why_not.correct_a_bye:
        raise Http404
    rows = Pairing.objects.filter(round__event=event, black=None)
    published = rows.exclude(round__stage=Round.Stage.DRAFT)
    return get_object_or_404(published.select_related("round", "white__player"), pk=pk)


def _show_bye(
    request: MemberRequest, event: Event, bye: Pairing, form: ByeResultForm, *, status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"event": event, "bye": bye, "words": BYE_WORDS[Code(bye.white_code)], "form": form}
    return render(request, "tournaments/manage_bye.html", context, status=status)
