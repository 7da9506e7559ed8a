"""Players' actions in a match besides a turn."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from accounts.models import User
from matches.gate import chat, clock_acts, draws, marks, turns
from matches.gate.refused import MatchRefused
from matches.input.requests import (
    MemberRequest,
    contribution_in,
    fields,
    forget_typed,
    is_by_script,
    log_in_first,
    login_keeps,
    see_other,
    typed_before_login,
    whole_number,
)
from matches.match_view.open import open_match_view, open_own_match_view
from matches.match_view.view import MatchView
from matches.models import LogEntry, Match, PrivateNote, Seat
from matches.offers import rematch
from matches.offers.refused import OfferRefused
from matches.time_control.words import span

from .beside_board import MarkForm, NoteForm, Talk, mark_form, note_form, talk_of
from .clock_form import GiveTimeForm
from .match_page import back_to, form_beside, page_context, receivers_of, show_match
from .turn import moved_on

DRAW_ACTIONS = {
    "offer": (draws.offer_draw, gettext_noop("Draw offered.")),
    "accept": (draws.accept_draw, gettext_noop("Draw agreed. The match is over.")),
    "decline": (draws.decline_draw, gettext_noop("Draw declined.")),
}


@login_required
def resign_page(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask whether to resign; on POST, resign."""
    match_view = open_own_match_view(pk, request.user)
    if request.method == "POST":
        try:
            turns.resign(match_view.own_seat, LogEntry.Via.SITE)
        except MatchRefused as refused:
            return show_match(
                request, open_match_view(pk, request.user), refusal=refused.message, status=refused.status
            )
        messages.success(request, _("You resigned the match."))
        return see_other(match_view.match.get_absolute_url())
    if match_view.match.is_over or match_view.is_out:
        return redirect(match_view.match)
    return render(request, "matches/resign.html", page_context(request, match_view))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draw_page(request: MemberRequest, pk: int) -> HttpResponse:
    """Offer, accept or decline a draw, by POST.

    GET asks whether to accept the draw that is on offer, since that ends the match; without an offer it leads to the
    match, where the other buttons are.
    """
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return ask_about_draw(request, match_view, request.path, match_view.match.get_absolute_url())
    act, done = DRAW_ACTIONS.get(request.POST.get("action", ""), (None, ""))
    if act is None:
        return show_match(
            request,
            match_view,
            refusal=_("Choose what to do about the draw: offer it, accept it or decline it."),
            status=HTTPStatus.UNPROCESSABLE_ENTITY,
        )
    try:
        act(match_view.own_seat, LogEntry.Via.SITE)
    except MatchRefused as refused:
        return show_match(request, open_match_view(pk, request.user), refusal=refused.message, status=refused.status)
    messages.success(request, _(done))
    return see_other(match_view.match.get_absolute_url())


def ask_about_draw(request: HttpRequest, match_view: MatchView, post_url: str, back_url: str) -> HttpResponse:
    """Ask whether to accept a draw; the button posts to ``post_url``."""
    if not match_view.draw()["may_answer"]:
        return redirect(back_url)
    context = {**page_context(request, match_view), "post_url": post_url, "back_url": back_url}
    return render(request, "matches/draw.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def give_time(request: MemberRequest, pk: int) -> HttpResponse:
    """Give an opponent time, by POST, once for the length of the log (``at``) that the giver saw.

    GET leads to the match, where the button is: readers who had to log in first arrive by GET.
    """
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return redirect(match_view.match)
    receivers = receivers_of(match_view)
    if not receivers:
        refusal = _("There’s no one else in this match to give time to.")
        if match_view.match.is_over:
            refusal = _("This match is over, so you can’t give time.")
        return show_match(request, match_view, refusal=refusal, status=HTTPStatus.CONFLICT)
    giving = GiveTimeForm(receivers, request.POST)
    if not giving.is_valid():
        return show_match(request, match_view, giving=giving, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    to, amount = giving.receiver, giving.cleaned_data["amount"]
    try:
        turn = clock_acts.give_time(
            match_view.own_seat, to, amount, length_seen(request, moved_on()), LogEntry.Via.SITE
        )
    except MatchRefused as refused:
        giving.add_error(None, refused.message)
        return show_match(request, open_match_view(pk, request.user), giving=giving, status=refused.status)
    given = _("You gave %(name)s %(time)s more.") % {"name": to.name, "time": span(turn.amount or amount)}
    messages.success(request, given)
    return see_other(match_view.match.get_absolute_url())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask_for_rematch(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask for a rematch, or accept one, by POST.

    GET leads to the match, where the button is: readers who had to log in first arrive by GET.
    """
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return redirect(match_view.match)
    try:
        offer = rematch.ask(match_view.own_seat, contribution_in(request))
    except OfferRefused as refused:
        return show_match(request, match_view, refusal=refused.message, status=refused.status)
    if offer.match is not None:
        messages.success(request, _("The match has begun."))
        return see_other(offer.match.get_absolute_url())
    return see_other(match_view.match.get_absolute_url())


def length_seen(request: MemberRequest, moved_on: str) -> int:
    """Return the length of the log on the page that the form was on.

    Raises ``MatchRefused``, worded as ``moved_on``.
    """
    length = whole_number(request.POST.get("at"))
    if length is None:
        raise MatchRefused(moved_on, "stale")
    return length


# -- a message to the others -----------------------------------------------------------------------------------------


@login_keeps(fields("line", "text"))
@require_http_methods(["GET", "HEAD", "POST"])
def post_message(request: MemberRequest, pk: int) -> HttpResponse:
    """Send a message to the others, by POST; GET shows the match with what was typed so far."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        turn = form_beside(match_view, request.GET.get("text", ""))
        return show_match(request, match_view, form=turn, talk=talk_of(match_view, typed=request.GET.get("line", "")))
    try:
        send_message(request, match_view, LogEntry.Via.SITE)
    except MatchRefused as refused:
        match_view = open_own_match_view(pk, request.user)
        talk = talk_again(request, match_view, refused.message)
        turn, refusal = form_beside(match_view, request.POST.get("text", "")), "" if talk else refused.message
        return show_match(request, match_view, form=turn, talk=talk, refusal=refusal, status=refused.status)
    return see_other(f"{back_to(match_view.match, request.POST.get('text', ''))}#say")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def unmute(request: MemberRequest, pk: int) -> HttpResponse:
    """Turn emails about messages in this match off (``mails=off``) or on again, for the reader alone."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return redirect(match_view.match)
    choose_mails(request, match_view)
    return see_other(f"{back_to(match_view.match, request.POST.get('text', ''))}#say")


def send_message(request: HttpRequest, match_view: MatchView, via: LogEntry.Via) -> None:
    """Send the message that was posted. Raises ``MatchRefused``."""
    chat.write_message(match_view.own_seat, request.POST.get("line", ""), via)
    messages.success(request, _("Message sent."))


def talk_again(request: HttpRequest, match_view: MatchView, error: str, link_url: str = "") -> Talk | None:
    """Return the form with the message that was refused; ``None`` if messages can no longer be written."""
    return talk_of(match_view, link_url=link_url, typed=request.POST.get("line", ""), error=error)


def choose_mails(request: HttpRequest, match_view: MatchView) -> None:
    """Turn emails about messages in this match on or off for the reader, as was posted."""
    is_deaf = request.POST.get("mails") == "off"
    Seat.objects.filter(pk=match_view.own_seat.pk, player=match_view.own_seat.player).update(is_deaf=is_deaf)
    done = _("You get emails about messages in this match again.")
    if is_deaf:
        done = _("You get no emails about messages in this match.")
    messages.success(request, done)


# -- marks for a team ------------------------------------------------------------------------------------------------


@login_keeps(fields("space", "words", "text"))
@require_http_methods(["GET", "HEAD", "POST"])
def post_mark(request: MemberRequest, pk: int) -> HttpResponse:
    """Put a mark on the board, or take the reader's own from a space (``remove``), by POST.

    GET shows the match with the mark typed so far.
    """
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        typed = {"space": request.GET.get("space", ""), "text": request.GET.get("words", "")}
        turn = form_beside(match_view, request.GET.get("text", ""))
        return show_match(request, match_view, form=turn, marking=mark_form(match_view, **typed))
    try:
        put_or_remove(request, match_view)
    except MatchRefused as refused:
        match_view = open_own_match_view(pk, request.user)
        form = marking_again(request, match_view, refused.message)
        turn, refusal = form_beside(match_view, request.POST.get("text", "")), "" if form else refused.message
        return show_match(request, match_view, form=turn, marking=form, refusal=refusal, status=refused.status)
    return see_other(back_to(match_view.match, request.POST.get("text", "")))


def put_or_remove(request: HttpRequest, match_view: MatchView) -> None:
    """Put a mark on the board or remove one, as posted. Raises ``MatchRefused``."""
    if removed := request.POST.get("remove", ""):
        marks.remove_mark(match_view.own_seat, removed)
        done = _("Mark removed.")
    else:
        mark = marks.put_mark(match_view.own_seat, request.POST.get("space", ""), request.POST.get("words", ""))
        done = _("Marked %(space)s for your team.") % {"space": mark.ref}
    messages.success(request, done)


def marking_again(request: HttpRequest, match_view: MatchView, error: str, link_url: str = "") -> MarkForm | None:
    """Return the form with the mark that was refused; ``None`` if there is no form for marks."""
    if request.POST.get("remove"):
        return None
    space, text = request.POST.get("space", ""), request.POST.get("words", "")
    return mark_form(match_view, link_url=link_url, space=space, text=text, error=error)


# -- private notes ---------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def private_notes(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the reader's notes, by POST; GET shows the match with what was typed before a login."""
    if not isinstance(request.user, User):
        return log_in_first(request, request.POST.get("note-text", "")[: PrivateNote.LONGEST + 1])
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return show_match(request, match_view, note=note_form(match_view, typed_before_login(request)))
    forget_typed(request)

    def show_again(form: NoteForm) -> HttpResponse:
        return show_match(request, match_view, note=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)

    return keep_note(request, match_view.match, request.user, match_view.match.get_absolute_url(), show_again)


def keep_note(
    request: HttpRequest, match: Match, writer: User, page: str, show_again: Callable[[NoteForm], HttpResponse]
) -> HttpResponse:
    """Save the notes that were posted, for the ``page`` they were on. The page's script gets JSON, and stays there."""
    form = NoteForm(request.POST)
    is_script = is_by_script(request)
    if not form.is_valid():
        refusal = {"error": " ".join(str(error) for error in form.errors["text"])}
        return JsonResponse(refusal, status=HTTPStatus.UNPROCESSABLE_ENTITY) if is_script else show_again(form)
    form.save(match, writer)
    return JsonResponse({"words": _("Notes saved.")}) if is_script else see_other(f"{page}?noted=1#notes")
