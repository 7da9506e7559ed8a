"""Pages for a club's organisers: decide about requests, invite, give roles, remove, tell the members."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
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
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Membership
from tournaments.pages import get_club
from tournaments.pages.get_club import ClubPage
from tournaments.pages.page_with_buttons import Act
from tournaments.pages.send_form import send
from tournaments.permissions import clubs
from tournaments.sheets.csv_file import to_csv

from .club_causes import news_readers
from .club_forms import InviteForm, NewsForm, RefuseForm, RemoveForm, RoleForm
from .club_pages import head, news_leaf
from .members_sheet import members_sheet

METHODS = ["GET", "HEAD", "POST"]
Status = Membership.Status
APPLIED_SHOWN, INVITED_SHOWN = 50, 100


class ManageClubPage(ClubPage):
    template = "clubs/manage.html"

    def acts(self) -> Mapping[str, Act]:
        return {
            "accept": Act(self._accept),
            "refuse": Act(self._refuse),
            "invite": Act(self._invite, partial(InviteForm, may_give_roles=self.owns_club)),
            "take_back": Act(self._take_back),
            "renew": Act(self._renew),
        }

    @cached_property
    def owns_club(self) -> bool:
        return clubs.may_own(self.request.user, self.club)

    def context(self) -> dict[str, Any]:
        return {
            **head(self.request, self.club),
            "applied": _waiting(self.club, Status.APPLIED)[:APPLIED_SHOWN],
            "invited": _waiting(self.club, Status.INVITED)[:INVITED_SHOWN],
            "inviting": self.form("invite"),
            "refusing": RefuseForm(auto_id="refuse-%s"),
            "link": links.club_url(self.club),
            "owns_club": self.owns_club,
            "arrivals": self.club.arrivals.exists(),
        }

    def _accept(self) -> str:
        membership = manage_members.accept_member(self._named(), by=self.request.user)
        return _("%(name)s is now a member. We’ve emailed them.") % {"name": membership.shown_name}

    def _refuse(self) -> str:
        reason = self.request.POST.get("reason", "")
        membership = manage_members.refuse(self._named(), by=self.request.user, reason=reason)
        return _("%(name)s’s request was declined. We’ve emailed them.") % {"name": membership.shown_name}

    def _invite(self, form: InviteForm) -> str:
        who, role = form.cleaned_data["who"], form.cleaned_data.get("role", Membership.Role.MEMBER)
        membership = manage_members.invite(self.club, who, by=self.request.user, role=role)
        if membership.status == Status.MEMBER and "@" not in who:  # no one is told whose an address is
            return _("%(name)s is a member.") % {"name": who}
        return _("%(name)s is invited.") % {"name": who}

    def _take_back(self) -> str:
        manage_members.withdraw_invitation(self._named(), by=self.request.user)
        return _("Invitation withdrawn.")

    def _renew(self) -> str:
        edit.renew_link(self.club, by=self.request.user)
        return _("The old link no longer works. Here is the new one.")

    def _named(self) -> Membership:
        pk = whole_number(self.request.POST.get("membership"))
        membership = self.club.memberships.filter(pk=pk).first() if pk else None
        if membership is None:
            raise TournamentRefused(_("This no longer exists."), status=404)
        return membership


class MemberPage(ClubPage):
    """Manage one member: change their role, hand the club over, or remove them."""

    template = "clubs/member.html"

    member: Membership

    def find(self) -> None:
        super().find()
        members = clubs.members_of(self.club).select_related("player", "club")
        self.member = get_object_or_404(members, pk=self.kwargs["pk"])

    def acts(self) -> Mapping[str, Act]:
        return {
            "role": Act(self._give_role, partial(RoleForm, initial={"role": self.member.role})),
            "hand_over": Act(self._hand_over),
            "remove": Act(self._remove, RemoveForm),
        }

    def address(self) -> str:
        return reverse("clubs:members", args=[self.club.slug])

    def context(self) -> dict[str, Any]:
        reader, member = self.request.user, self.member
        own = clubs.membership_of(reader, self.club)
        return {
            **head(self.request, self.club),
            "member": member,
            "is_self": member.player_id == reader.pk,
            "owns_club": clubs.may_own(reader, self.club),
            "may_hand_over": own is not None and own.role == Membership.Role.OWNER and member.pk != own.pk,
            "giving": self.form("role"),
            "removing": self.form("remove"),
        }

    def _give_role(self, form: RoleForm) -> str:
        manage_members.give_role(self.member, form.cleaned_data["role"], by=self.request.user)
        return _("%(name)s now has this role.") % {"name": self.member.shown_name}

    def _hand_over(self) -> str:
        manage_members.hand_over(self.member, by=self.request.user)
        return _("%(name)s now owns the club, and you’re an organiser.") % {"name": self.member.shown_name}

    def _remove(self, form: RemoveForm) -> str:
        manage_members.remove(self.member, by=self.request.user, reason=form.cleaned_data["reason"])
        return _("%(name)s was removed. We’ve emailed them.") % {"name": self.member.shown_name}


@login_required
@require_http_methods(METHODS)
def news_page(request: MemberRequest, slug: str) -> HttpResponse:
    club = get_club.run(request, slug)
    form = NewsForm(request.POST if request.method == "POST" else None)

    reach = ""

    def tell() -> tuple[str, str] | None:
        nonlocal reach
        if "sure" not in request.POST:
            reach = "" if "change" in request.POST else _reach(news_readers(club).count())
            return None
        _news, count = club_news.tell(club, **form.cleaned_data, by=request.user)
        words = ngettext(
            "Published on the club’s page and emailed to %(n)s member.",
            "Published on the club’s page and emailed to %(n)s members.",
            count,
        )
        return words % {"n": count}, reverse("clubs:news", args=[club.slug])

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
