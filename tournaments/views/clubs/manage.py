"""Pages for a club's organisers: decide about requests, invite, give roles, remove, tell the members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.input.requests import MemberRequest, whole_number
from tournaments.clubs import edit, links, manage_members
from tournaments.clubs import news as club_news
from tournaments.exports.csv_file import to_csv
from tournaments.exports.sheets.members import members_sheet
from tournaments.forms.clubs import InviteForm, NewsForm, RefuseForm, RemoveForm, RoleForm
from tournaments.locking.refused import TournamentRefused
from tournaments.mails.queue.clubs import news_readers
from tournaments.models import Club, Membership
from tournaments.permissions import clubs
from tournaments.views.send_form import Forms, Sent, send

from . import get_club
from .pages import head, news_leaf

METHODS = ["GET", "HEAD", "POST"]
Status = Membership.Status
APPLIED_SHOWN, INVITED_SHOWN = 50, 100


@login_required
@require_http_methods(METHODS)
def manage_page(request: MemberRequest, slug: str) -> HttpResponse:
    """Manage a club; each button posts its ``action``."""
    club = get_club.run(request, slug)
    invites = request.POST.get("action") == "invite"
    inviting = InviteForm(request.POST if invites else None, may_give_roles=clubs.may_own(request.user, club))
    manage = reverse("clubs:manage", args=[club.slug])
    answer, refusal, status = send(
        request, lambda: (_act(request, club, inviting), manage), inviting if invites else None
    )
    context = {
        **head(request, club),
        "applied": _waiting(club, Status.APPLIED)[:APPLIED_SHOWN],
        "invited": _waiting(club, Status.INVITED)[:INVITED_SHOWN],
        "inviting": inviting,
        "refusing": RefuseForm(auto_id="refuse-%s"),
        "link": links.club_url(club),
        "owns_club": clubs.may_own(request.user, club),
        "arrivals": club.arrivals.exists(),
        "refusal": refusal,
    }
    return answer or render(request, "clubs/manage.html", context, status=status)


@login_required
@require_http_methods(METHODS)
def member_page(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Manage one member: change their role, hand the club over, or remove them."""
    club = get_club.run(request, slug)
    members = clubs.members_of(club).select_related("player", "club")
    member = get_object_or_404(members, pk=pk)
    action = request.POST.get("action", "")
    forms: Forms = {
        "role": RoleForm(request.POST if action == "role" else None, initial={"role": member.role}),
        "remove": RemoveForm(request.POST if action == "remove" else None),
    }
    members_page = reverse("clubs:members", args=[club.slug])
    answer, refusal, status = send(request, lambda: (_act_on(request, member, forms), members_page), forms.get(action))
    own = clubs.membership_of(request.user, club)
    context = {
        **head(request, club),
        "member": member,
        "is_self": member.player_id == request.user.pk,
        "owns_club": clubs.may_own(request.user, club),
        "may_hand_over": own is not None and own.role == Membership.Role.OWNER and member.pk != own.pk,
        "giving": forms["role"],
        "removing": forms["remove"],
        "refusal": refusal,
    }
    return answer or render(request, "clubs/member.html", context, status=status)


@login_required
@require_http_methods(METHODS)
def news_page(request: MemberRequest, slug: str) -> HttpResponse:
    club = get_club.run(request, slug)
    form = NewsForm(request.POST if request.method == "POST" else None)

    def tell() -> tuple[str, str]:
        _news, count = club_news.tell(club, **form.cleaned_data, by=request.user)
        words = ngettext(
            "Published on the club’s page and emailed to %(n)s member.",
            "Published on the club’s page and emailed to %(n)s members.",
            count,
        )
        return words % {"n": count}, reverse("clubs:news", args=[club.slug])

    reach = ""
    if request.method == "POST" and "sure" not in request.POST and form.is_valid():
        answer, refusal, status = Sent()
        reach = "" if "change" in request.POST else _reach(news_readers(club).count())
    else:
        answer, refusal, status = send(request, tell, form)
    context = {
        "form": form,
        "reach": reach,
        "refusal": refusal,
        "news": news_leaf(request, club),
        **head(request, club),
    }
    return answer or render(request, "clubs/tell.html", context, status=status)


def _reach(readers: int) -> str:
    words = ngettext("%(number)s member gets it by email.", "%(number)s members get it by email.", readers)
    return words % {"number": readers}


@login_required
@require_safe
def members_csv(request: MemberRequest, slug: str) -> HttpResponse:
    club = get_club.run(request, slug)
    response = HttpResponse(to_csv(members_sheet(club)), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{club.slug}-members.csv"'
    return response


def _waiting(club: Club, status: Membership.Status) -> Any:
    return club.memberships.filter(status=status).select_related("player").order_by("since", "pk")


def _act(request: MemberRequest, club: Club, inviting: InviteForm) -> str:
    acts: dict[str, Callable[[], str]] = {
        "accept": lambda: _accept(request, club),
        "refuse": lambda: _refuse(request, club),
        "invite": lambda: _invite(request, club, inviting),
        "take_back": lambda: _take_back(request, club),
        "renew": lambda: _renew(request, club),
    }
    return acts.get(request.POST.get("action", ""), _nothing)()


def _accept(request: MemberRequest, club: Club) -> str:
    membership = manage_members.accept_member(_named(request, club), by=request.user)
    return _("%(name)s is now a member. We’ve emailed them.") % {"name": membership.shown_name}


def _refuse(request: MemberRequest, club: Club) -> str:
    membership = manage_members.refuse(_named(request, club), by=request.user, reason=request.POST.get("reason", ""))
    return _("%(name)s’s request was declined. We’ve emailed them.") % {"name": membership.shown_name}


def _invite(request: MemberRequest, club: Club, form: InviteForm) -> str:
    role = form.cleaned_data.get("role", Membership.Role.MEMBER)
    membership = manage_members.invite(club, form.cleaned_data["who"], by=request.user, role=role)
    who = form.cleaned_data["who"]
    if membership.status == Status.MEMBER and "@" not in who:  # no one is told whose an address is
        return _("%(name)s is a member.") % {"name": who}
    return _("%(name)s is invited.") % {"name": who}


def _take_back(request: MemberRequest, club: Club) -> str:
    manage_members.withdraw_invitation(_named(request, club), by=request.user)
    return _("Invitation withdrawn.")


def _renew(request: MemberRequest, club: Club) -> str:
    edit.renew_link(club, by=request.user)
    return _("The old link no longer works. Here is the new one.")


def _nothing() -> str:
    raise TournamentRefused(_("Choose what to do."))


def _named(request: MemberRequest, club: Club) -> Membership:
    pk = whole_number(request.POST.get("membership"))
    membership = club.memberships.filter(pk=pk).first() if pk else None
    if membership is None:
        raise TournamentRefused(_("This no longer exists."), status=404)
    return membership


def _act_on(request: MemberRequest, member: Membership, forms: Forms) -> str:
    name = member.shown_name
    match request.POST.get("action"):
        case "role":
            manage_members.give_role(member, forms["role"].cleaned_data["role"], by=request.user)
            return _("%(name)s now has this role.") % {"name": name}
        case "hand_over":
            manage_members.hand_over(member, by=request.user)
            return _("%(name)s now owns the club, and you’re an organiser.") % {"name": name}
        case "remove":
            manage_members.remove(member, by=request.user, reason=forms["remove"].cleaned_data["reason"])
            return _("%(name)s was removed. We’ve emailed them.") % {"name": name}
    return _nothing()
