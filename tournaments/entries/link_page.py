"""Links in emails by which a player does everything that they can do in one event, without logging in.

GET and HEAD change nothing. A reader logged in as the owner is sent on to the normal page; one logged in as someone
else sees nothing and can do nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.names.display_names import JUST_TAKEN
from matches.input.requests import contribution_in
from matches.links.secret_page import answer_choice, as_read_by, ask_first, is_choosing, secret_page, speak_as_browser
from matches.offers.guest_form import GuestForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry
from tournaments.permissions import entry_links
from tournaments.permissions.entry_links import Holder
from tournaments.permissions.events import is_its_organisers_alone

from .enter_page import METHODS, rounds_in
from .my_entry import MyEntry, is_new_guest

ACTIONS = ("enter", "decline", "withdraw", "return", "check_in", "absences", "contribute")


@dataclass
class Outcome:
    """The outcome of a button: what it did, or why it didn't."""

    done: str = ""
    refusal: str = ""
    status: int = HTTPStatus.OK


@secret_page
@require_http_methods(METHODS)
def link_page(request: HttpRequest, token: str) -> HttpResponse:
    holder = _opened(token)
    if isinstance(request.user, User):
        if request.user.pk != holder.player.pk:
            return render(request, "matches/link_other.html", status=HTTPStatus.FORBIDDEN)
        if request.method != "POST":
            return redirect(reverse("tournaments:enter", args=[holder.event.pk]))
    if is_choosing(request, holder.player):
        return answer_choice(request, holder.player)
    if is_new_guest(holder.player):
        speak_as_browser(request, holder.player)
    with as_read_by(holder.player):
        return _answer(request, holder, "tournaments/link.html", ACTIONS)


@secret_page
@require_http_methods(METHODS)
def check_in_page(request: HttpRequest, token: str) -> HttpResponse:
    """Check in by the link in an email, with one button."""
    holder = _opened(token)
    if isinstance(request.user, User) and request.user.pk != holder.player.pk:
        return render(request, "matches/link_other.html", status=HTTPStatus.FORBIDDEN)
    if is_choosing(request, holder.player):
        return answer_choice(request, holder.player)
    with as_read_by(holder.player):
        return _answer(request, holder, "tournaments/check_in.html", ("check_in",))


def _opened(token: str) -> Holder:
    holder = entry_links.holder_of(token)
    if holder is None or is_its_organisers_alone(holder.event):
        raise Http404
    return holder


def _answer(request: HttpRequest, holder: Holder, template: str, actions: tuple[str, ...]) -> HttpResponse:
    event, player = holder
    form = None
    if is_new_guest(player):
        called = MyEntry(event, player).called
        form = GuestForm(player, request.POST or None, initial={"display_name": called} if called else None)
    if request.method == "POST" and (asked := _ask(request, holder, form, actions)):
        return asked
    outcome = _act(request, holder, form, actions) if request.method == "POST" else Outcome()
    entrant = MyEntry(event, player)
    is_asked = form is not None and entrant.may_enter
    context = {
        "event": event,
        "entrant": entrant,
        "owner": player,
        "form": form if is_asked else None,
        "done": outcome.done,
        "refusal": outcome.refusal,
        "token": entry_links.token(event, player),
        "is_shut": player.is_guest and not event.is_public,
    }
    with as_read_by(player):  # again: the form may just have said in which time zone
        return render(request, template, context, status=outcome.status)


def _action(request: HttpRequest, actions: tuple[str, ...]) -> str:
    return request.POST.get("action", actions[0] if len(actions) == 1 else "")


def _ask(request: HttpRequest, holder: Holder, form: GuestForm | None, actions: tuple[str, ...]) -> HttpResponse | None:
    """Ask first about what changes whether the player plays; ``None`` if no question is needed.

    Someone who has typed a name is a person, and isn't asked (see ``ask_first``).
    """
    event, player = holder
    action = _action(request, actions)
    if action == "enter" and form is not None and (not form.initial or not form.is_valid()):
        return None
    name = {"event": event.name}
    questions = {
        "enter": _("Enter %(event)s?"),
        "return": _("Come back to %(event)s?"),
        "decline": _("Decline the invitation to %(event)s?"),
        "withdraw": _("Withdraw from %(event)s?"),
        "check_in": _("Check in for %(event)s?"),
    }
    if action not in questions or action not in actions or not _is_offered(action, MyEntry(event, player)):
        return None
    return ask_first(request, questions[action] % name)


def _is_offered(action: str, entrant: MyEntry) -> bool:
    """Return whether the page has a button for the action; what is refused needs no question."""
    match action:
        case "enter":
            return entrant.may_enter
        case "return":
            return entrant.may_return
        case "check_in":
            return entrant.may_check_in
        case "withdraw":
            return entrant.may_withdraw
        case _:
            return entrant.status == Entry.Status.INVITED


def _act(request: HttpRequest, holder: Holder, form: GuestForm | None, actions: tuple[str, ...]) -> Outcome:
    action = _action(request, actions)
    must_say_name = action == "enter" and form is not None
    if must_say_name and form is not None and not form.is_valid():
        return Outcome(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    entrant = MyEntry(holder.event, holder.player)
    try:
        with transaction.atomic():
            if must_say_name and form is not None:
                form.save()
            known = action if action in actions else ""
            done = entrant.act(known, rounds_in(request.POST), contribution_in(request))
    except TournamentRefused as refused:
        return Outcome(refusal=refused.message, status=refused.status)
    except IntegrityError:
        if not must_say_name or form is None:
            raise
        form.add_error("display_name", JUST_TAKEN)
        return Outcome(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return Outcome(done)
