"""The club that an address names, for readers who may see or run it."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from matches.input.requests import MemberRequest
from tournaments.models import Club
from tournaments.pages.page_with_buttons import PageWithButtons
from tournaments.permissions import clubs


class ClubPage(PageWithButtons):
    """A page for a club's owners and organisers."""

    club: Club

    def find(self) -> None:
        self.club = run(self.request, self.kwargs["slug"])


def found(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def seen(request: HttpRequest, slug: str) -> Club:
    """Return the club if the reader may see it, else 404."""
    club = found(slug)
    if not clubs.may_see_club(request.user, club):
        raise Http404
    return club


def run(request: MemberRequest, slug: str) -> Club:
    """Return the club for its owners and organisers."""
    club = seen(request, slug)
    if not clubs.may_run(request.user, club):
        raise PermissionDenied(_("Only the club’s owners and organisers can do that."))
    return club


def owned(request: MemberRequest, slug: str) -> Club:
    """Return the club for its owners."""
    club = seen(request, slug)
    if not clubs.may_own(request.user, club):
        raise PermissionDenied(_("Only the club’s owners can do that."))
    return club


def among_members(request: HttpRequest, slug: str) -> Club:
    """Return the club for its members."""
    club = seen(request, slug)
    if not clubs.may_see_members(request.user, club):
        raise PermissionDenied(_("Only the club’s members can see that."))
    return club
