"""The page of all decisions that wait for an organiser."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.input.requests import MemberRequest
from tournaments.decisions import inbox


@login_required
@require_safe
def decisions_page(request: MemberRequest) -> HttpResponse:
    return render(request, "tournaments/decisions.html", {"lines": inbox.waiting_for(request.user)})
