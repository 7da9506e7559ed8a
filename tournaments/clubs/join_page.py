"""Pages on which a reader joins a club, and leaves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from matches.input.requests import MemberRequest, login_keeps, see_other
from matches.links.secret_page import ask_first
from tournaments.clubs import join as join_club
from tournaments.clubs import links
from tournaments.entries.invite import callable_name
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership
from tournaments.pages import get_club
from tournaments.pages.send_form import send
from tournaments.permissions import clubs

from .club_forms import AskForm
from .club_pages import head

METHODS = ["GET", "HEAD", "POST"]
Status = Membership.Status


@login_keeps(lambda posted: {"words": posted.get("words", "")})
@require_http_methods(METHODS)
def join_page(request: MemberRequest, slug: str) -> HttpResponse:
    """Join, or ask to, with a message to the organisers."""
    club = get_club.seen(request, slug)
    membership = clubs.membership_of(request.user, club)
    closed = join_club.why_cannot_join(club, membership)
    words = {"words": request.GET.get("words", "")}
    form = AskForm(request.POST if request.method == "POST" else None, initial=words)

    def ask() -> tuple[str, str]:
        joined = join_club.ask_to_join(club, request.user, form.cleaned_data["words"])
        return _welcome(joined), club.get_absolute_url()

    answer, refusal, status = send(request, ask, form)
    context = {"form": form, "membership": membership, "closed": closed, "refusal": refusal, **head(request, club)}
    return answer or render(request, "clubs/join.html", context, status=status)


@login_required
@require_http_methods(METHODS)
def leave_page(request: MemberRequest, slug: str) -> HttpResponse:
    club = get_club.seen(request, slug)
    membership = clubs.membership_of(request.user, club)

    def leave() -> tuple[str, str]:
        join_club.leave(club, request.user)
        return _("You’ve left %(club)s.") % {"club": club.name}, _from_outside(club)

    answer, refusal, status = send(request, leave)
    context = {"membership": membership, "refusal": refusal, **head(request, club)}
    return answer or render(request, "clubs/leave.html", context, status=status)


@never_cache
@require_http_methods(METHODS)
def link_page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the club's own link (GET), or join by it (POST)."""
    club = get_club.found(slug)
    if not links.is_key_of(club, key):
        return _stale(request, club)
    return _door(request, club, partial(join_club.join_by_link, club))


@never_cache
@require_http_methods(METHODS)
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show an emailed invitation (GET), or join or decline (POST).

    It works for the player who was invited, and, if the address had no account, for whoever has the link.
    """
    invitation = links.membership_of(token)
    if invitation is None:
        return render(request, "clubs/no_invitation.html", status=HTTPStatus.NOT_FOUND)
    if _is_for_somebody_else(invitation, request):
        return render(request, "clubs/no_invitation.html", {"is_others": True}, status=HTTPStatus.FORBIDDEN)
    if invitation.status != Status.INVITED:
        return _stale(request, invitation.club)
    if request.method == "POST" and request.POST.get("action") == "decline":
        question = _("Decline the invitation to %(club)s?") % {"club": invitation.club.name}
        return ask_first(request, question) or _decline(request, invitation)
    return _door(request, invitation.club, partial(join_club.take_up, invitation), invitation)


def _door(
    request: HttpRequest, club: Club, join: Callable[[User], Membership], invitation: Membership | None = None
) -> HttpResponse:
    reader = request.user if isinstance(request.user, User) else None
    if request.method == "POST" and reader is None:
        return redirect_to_login(request.path)
    answer, refusal, status = send(request, lambda: (_welcome(join(cast("User", reader))), club.get_absolute_url()))
    context: dict[str, Any] = {
        "club": club,
        "members_count": clubs.members_of(club).count(),
        "is_in": reader is not None and clubs.is_member(reader, club),
        "called": callable_name(invitation.name) if invitation else "",
        "may_decline": invitation is not None,
        "role": invitation.get_role_display() if invitation and invitation.role != Membership.Role.MEMBER else "",
        "refusal": refusal,
        "next": request.path,
    }
    return answer or render(request, "clubs/door.html", context, status=status)


def _decline(request: HttpRequest, invitation: Membership) -> HttpResponse:
    try:
        join_club.decline(invitation)
    except TournamentRefused:
        return _stale(request, invitation.club)
    messages.success(request, _("You’ve declined the invitation to %(club)s.") % {"club": invitation.club.name})
    return see_other(_from_outside(invitation.club))


def _from_outside(club: Club) -> str:
    """Return where a visitor who isn't in the club continues: on its page, if they may see that."""
    return reverse("clubs:list") if club.members_only else club.get_absolute_url()


def _is_for_somebody_else(invitation: Membership, request: HttpRequest) -> bool:
    """Return whether the invitation is for another person than the reader who is logged in.

    An invited guest is known only by the address, which anyone with this link reads, whatever account they have.
    """
    invited = invitation.player
    known = invited is not None and not invited.is_guest
    return known and request.user.is_authenticated and request.user != invited


def _stale(request: HttpRequest, club: Club) -> HttpResponse:
    return render(request, "clubs/no_invitation.html", {"club": club}, status=HTTPStatus.NOT_FOUND)


def _welcome(membership: Membership) -> str:
    if membership.status == Status.APPLIED:
        return _("You’ve asked to join %(club)s. We’ll email you when its organisers have decided.") % {
            "club": membership.club.name
        }
    return _("You’re now a member of %(club)s.") % {"club": membership.club.name}
