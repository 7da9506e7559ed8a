"""The event that an address names, for those who may see or organise it."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.models import User
from matches.views.requests import MemberRequest
from tournaments.models import Event
from tournaments.permissions.events import may_organise, may_see


def organised(request: MemberRequest, pk: int) -> Event:
    """The event, for its organisers. To others it is forbidden, or not there where they may not even see it."""
    event = _event(pk)
    if not may_organise(request.user, event):
        if not may_see(request.user, event):
            raise Http404
        raise PermissionDenied(_("Only the event’s organisers can do that."))
    return event


def seen(request: HttpRequest, pk: int) -> Event:
    """The event, for whoever may see it."""
    event = _event(pk)
    if not may_see(request.user, event):
        raise Http404
    return event


def member(request: MemberRequest) -> User:
    """The reader, who has an account of their own."""
    if request.user.is_guest:
        raise PermissionDenied(_("Choose a name for your account first; then you can organise events."))
    return request.user


def _event(pk: int) -> Event:
    return get_object_or_404(Event.objects.select_related("leave_pool", "made_by"), pk=pk)
