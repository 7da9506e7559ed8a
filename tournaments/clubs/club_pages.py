"""Pages of clubs: the list of all, and each one's own page, members, news, honours and log."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from accounts.models import User
from matches.input.paging import Leaf, leaf
from matches.input.requests import MemberRequest
from matches.match_view import lists
from tournaments.clubs import expeditions, honours, join
from tournaments.models import Club, Entry, Event, Membership
from tournaments.pages import get_club
from tournaments.pages.kept_pages import part
from tournaments.permissions import clubs as club_permissions
from tournaments.permissions.events import Reader, visible_to
from tournaments.permissions.seasons import visible_in_club, with_their_seasons

Role, Status, Stage = Membership.Role, Membership.Status, Event.Stage
CLUBS_ON_A_PAGE = 30
MEMBERS_ON_A_PAGE = 100
NEWS_SHOWN, NEWS_ON_A_PAGE = 3, 20
EVENTS_SHOWN = 20
MATCHES_SHOWN = 8
HONOURS_ON_A_PAGE = 10
DIVISIONS_ON_A_PAGE = 20
LINES_ON_A_PAGE = 50
IN_IT = (Entry.Status.ENTERED, Entry.Status.WITHDRAWN)


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    members = Membership.objects.filter(club=OuterRef("pk"), status=Status.MEMBER, player__isnull=False)
    each = members.order_by().values("club").annotate(n=Count("pk")).values("n")
    counted = Coalesce(Subquery(each), 0)  # of the clubs that are shown alone
    clubs = club_permissions.known_to(request.user).annotate(members=counted).order_by("folded")
    own: dict[int, Membership] = {}
    if isinstance(request.user, User):
        mine = Membership.objects.filter(player=request.user, status__in=(Status.MEMBER, Status.INVITED))
        own = {membership.club_id: membership for membership in mine}
    context = {
        "own": [(club, own[club.pk]) for club in clubs.filter(pk__in=own)] if own else [],
        "others": leaf(
            request, clubs.exclude(pk__in=own), size=CLUBS_ON_A_PAGE, what=pgettext("pages of", "the clubs")
        ),
        "may_make": isinstance(request.user, User) and not request.user.is_guest,
    }
    return render(request, "clubs/list.html", context)


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club, with the reader's own matches in its events first."""
    club = get_club.seen(request, slug)
    standing = club_permissions.standing_of(request.user, club)
    runs_club = standing.runs_club
    # What the reader may see is what these say; when it has changed, they say, too.
    events = list(_shown(club, request.user).values_list("pk", "changed_at"))
    drafts = list(_drafts(club).values_list("pk", "changed_at")[:EVENTS_SHOWN]) if runs_club else []
    seasons = list(visible_in_club(request.user, club, standing).values_list("pk", "changed_at"))
    context = {
        "own_matches": _own_matches(club, request.user),
        "opening": part("clubs/_opening.html", lambda: _opening(club), version=club.changed_at, key=(club.pk,)),
        "events": part(
            "clubs/_events.html",
            lambda: {"runs_club": runs_club, **_events(club, request.user, [pk for pk, _ in events], runs_club)},
            version=(club.changed_at, *events, *drafts, *seasons),
            key=(club.pk, runs_club, *(tuple(pk for pk, _ in rows) for rows in (events, drafts, seasons))),
        ),
        "membership": standing.membership,
        "closed": join.why_cannot_join(club, standing.membership),
        **head(request, club, standing),
    }
    return render(request, "clubs/club.html", context)


@login_required
@require_safe
def members_page(request: MemberRequest, slug: str) -> HttpResponse:
    club = get_club.among_members(request, slug)
    members = (
        club_permissions.members_of(club)
        .select_related("player")
        .order_by(club_permissions.by_role(), "player__folded")
    )
    page = leaf(request, members, size=MEMBERS_ON_A_PAGE, what=pgettext("pages of", "the members"))
    return render(request, "clubs/members.html", {"members": page, **head(request, club)})


@require_safe
def news_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club.seen(request, slug)
    return render(request, "clubs/news.html", {"news": news_leaf(request, club), **head(request, club)})


@require_safe
def honours_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club.seen(request, slug)
    page = leaf(
        request,
        honours.events_won(club, request.user),
        size=HONOURS_ON_A_PAGE,
        what=pgettext("pages of", "the honours"),
    )
    page.items[:] = honours.of_events(page.items)
    others = leaf(
        request,
        honours.of_seasons(club, request.user),
        size=DIVISIONS_ON_A_PAGE,
        key="seasons",
        what=pgettext("pages of", "the divisions"),
    )
    context = {"others": others, "won": page, "expeditions": expeditions.expeditions_of(club, request.user)}
    return render(request, "clubs/honours.html", {**context, **head(request, club)})


@login_required
@require_safe
def log_page(request: MemberRequest, slug: str) -> HttpResponse:
    """Show what organisers and the site did, the latest first, with who, when and why."""
    club = get_club.among_members(request, slug)
    lines = leaf(
        request,
        club.log.select_related("by").order_by("-at", "-pk"),
        size=LINES_ON_A_PAGE,
        what=pgettext("pages of", "the log"),
    )
    return render(request, "clubs/log.html", {"lines": lines, **head(request, club)})


def news_leaf(request: HttpRequest, club: Club) -> Leaf:
    news = club.news.select_related("by").order_by("-at", "-pk")
    return leaf(request, news, size=NEWS_ON_A_PAGE, what=pgettext("pages of", "the news"))


def head(request: HttpRequest, club: Club, standing: club_permissions.Standing | None = None) -> dict[str, Any]:
    """Return what the heading of every page of a club needs. ``standing`` is the reader's, if known."""
    known = standing or club_permissions.standing_of(request.user, club)
    return {
        "club": club,
        "members_count": club_permissions.members_of(club).count(),
        "is_inside": known.is_inside,
        "runs_club": known.runs_club,
    }


def _opening(club: Club) -> dict[str, Any]:
    return {
        "club": club,
        "news": club.news.select_related("by").order_by("-at", "-pk")[:NEWS_SHOWN],
        "news_count": club.news.count(),
    }


def _shown(club: Club, reader: Reader) -> QuerySet[Event]:
    """Return the first events under way, and the last that are over.

    Divisions are left out, as their seasons lead to them.
    """
    seen = visible_to(reader).filter(club=club, division=None)
    under_way = seen.filter(stage__in=(Stage.REGISTRATION, Stage.RUNNING)).order_by("starts_at", "-pk")
    over = seen.filter(stage__in=(Stage.FINISHED, Stage.CANCELLED)).order_by("-ended_at", "-pk")
    first = Q(pk__in=under_way.values("pk")[: 2 * EVENTS_SHOWN]) | Q(pk__in=over.values("pk")[:EVENTS_SHOWN])
    return Event.objects.filter(first).order_by("pk")


def _events(club: Club, reader: Reader, shown: Collection[int], runs_club: bool) -> dict[str, Any]:
    counted = Event.objects.annotate(entered=Count("entries", filter=Q(entries__status__in=IN_IT))).filter(pk__in=shown)
    under_way = list(counted.order_by("starts_at", "-pk"))
    drafts = _drafts(club).annotate(entered=Count("entries"))
    return {
        "club": club,
        "leagues": with_their_seasons(club, reader),
        "being_set_up": drafts[:EVENTS_SHOWN] if runs_club else [],
        "registering": [event for event in under_way if event.stage == Stage.REGISTRATION],
        "running": [event for event in under_way if event.stage == Stage.RUNNING],
        "over": list(counted.filter(stage__in=(Stage.FINISHED, Stage.CANCELLED)).order_by("-ended_at", "-pk")),
        "organisers": club_permissions.running(club),
    }


def _drafts(club: Club) -> QuerySet[Event]:
    return club.events.filter(stage=Stage.DRAFT).order_by("-pk")


def _own_matches(club: Club, reader: Reader) -> list[lists.Card]:
    if not isinstance(reader, User):
        return []
    mine = lists.running_seats(reader).filter(match__pairing__round__event__club=club)
    return lists.cards(mine[:MATCHES_SHOWN], reader)
