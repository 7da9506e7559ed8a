"""Keeping private notes on a match."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from matches.forms.private_note import NoteForm, note_form
from matches.match_view.view import open_own_match_view
from matches.models import Match, PrivateNote
from matches.views.requests import forget_typed, is_by_script, log_in_first, see_other, typed_before_login

from .page import show


@require_http_methods(["GET", "HEAD", "POST"])
def private_notes(request: HttpRequest, pk: int) -> HttpResponse:
    """POST keeps the text. GET shows the match with what was typed before a login."""
    if not isinstance(request.user, User):
        return log_in_first(request, request.POST.get("note-text", "")[: PrivateNote.LONGEST + 1])
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return show(request, match_view, note=note_form(match_view.own_seat, request.user, typed_before_login(request)))
    forget_typed(request)

    def show_again(form: NoteForm) -> HttpResponse:
        return show(request, match_view, note=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)

    return keep_note(request, match_view.match, request.user, match_view.match.get_absolute_url(), show_again)


def keep_note(
    request: HttpRequest, match: Match, writer: User, page: str, show_again: Callable[[NoteForm], HttpResponse]
) -> HttpResponse:
    """Save the form that was posted, for the ``page`` it was on. The page's script gets JSON, and stays there."""
    form = NoteForm(request.POST)
    is_script = is_by_script(request)
    if not form.is_valid():
        refusal = {"error": " ".join(str(error) for error in form.errors["text"])}
        return JsonResponse(refusal, status=HTTPStatus.UNPROCESSABLE_ENTITY) if is_script else show_again(form)
    form.save(match, writer)
    return JsonResponse({"words": _("Notes saved.")}) if is_script else see_other(f"{page}?noted=1#notes")
