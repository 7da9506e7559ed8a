"""The organisers' page for a bye of a published round."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from competition.history import Code
from matches.input.requests import MemberRequest
from tournaments.models import Event, Pairing, Round
from tournaments.pages.get_event import for_organisers
from tournaments.pages.send_form import send
from tournaments.rounds.drafts.draft import BYE_WORDS
from tournaments.rounds.round_forms import ByeResultForm

from . import adjudicate


@for_organisers()
def bye_page(request: MemberRequest, event: Event, pairing: int) -> HttpResponse:
    """Change the points for a bye, in formats in which they can change."""
    bye = _found(event, pairing)
    form = ByeResultForm(request.POST if request.method == "POST" else None, initial={"code": bye.white_code})

    def correct() -> tuple[str, str]:
        code, reason = form.cleaned_data["code"], form.cleaned_data["reason"]
        adjudicate.correct_bye(bye, code, by=request.user, reason=reason, seen=request.POST.get("seen", ""))
        words = _("Bye corrected. It’s in the event’s log with your reason.")
        return words, reverse("tournaments:manage_round", args=[event.pk, bye.round.number])

    answer, refusal, status = send(request, correct, form)
    if refusal or form.errors:
        bye = _found(event, pairing)
    context = {
        "event": event,
        "bye": bye,
        "words": BYE_WORDS[Code(bye.white_code)],
        "form": form,
        "refusal": refusal,
    }
    return answer or render(request, "tournaments/manage_bye.html", context, status=status)


def _found(event: Event, pk: int) -> Pairing:
    if event.rules.why_not.correct_a_bye:
        raise Http404
    rows = Pairing.objects.filter(round__event=event, black=None)
    published = rows.exclude(round__stage=Round.Stage.DRAFT)
    return get_object_or_404(published.select_related("round", "white__player"), pk=pk)
