"""Tables of more than two: setting one up, taking a seat, and beginning."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from engine.game import Game
from engine.games import game, games
from i18n import dates
from matches.challenges import challenges, gather, share_link
from matches.challenges.challenges import Refused
from matches.forms.table import TableForm
from matches.models import Challenge, Gathering, Match
from matches.permissions import Reader

from .challenges import typed_challenge
from .requests import MemberRequest, contribution_in, login_keeps, see_other
from .visitors import SEND_LINK, answer_visitor, visitor_context

Status = Challenge.Status


def games_for_tables() -> list[Game]:
    return [each for each in games() if gather.table_sizes(each)]


@login_keeps(typed_challenge)
@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: MemberRequest) -> HttpResponse:
    offered = games_for_tables()
    if not offered:
        raise Http404
    rules = _game_asked_for(request, offered)
    if request.method == "POST" and "switch" not in request.POST:
        form = TableForm(rules, request.POST)
        made = _set_up(request, form) if form.is_valid() else None
        if isinstance(made, Match):
            messages.success(request, _("The match has begun."))
        elif made is not None:
            until = {"when": dates.moment(made.expires_at)}
            messages.success(request, _("Your table is set up. Players can join until %(when)s.") % until)
        if made is not None:
            return see_other(made.get_absolute_url())
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        form, status = TableForm(rules, initial=request.GET.dict()), HTTPStatus.OK
    return render(request, "matches/table_new.html", {"form": form, "game": rules, "games": offered}, status=status)


def _game_asked_for(request: HttpRequest, offered: list[Game]) -> Game:
    slug = request.POST.get("switch") or request.POST.get("game") or request.GET.get("game") or offered[0].slug
    try:
        asked = game(slug)
    except LookupError:
        raise Http404 from None
    return asked if asked in offered else offered[0]


def _set_up(request: MemberRequest, form: TableForm) -> Gathering | Match | None:
    """The table that the form describes, or its match where that has begun; ``None`` when it is refused, which the form
    then says."""
    seats = form.cleaned_data["seats"]
    try:
        terms = challenges.compose(
            request.user,
            opponent=None,
            email="",
            game_slug=form.game.slug,
            options=form.raw_options(),
            first=Challenge.First.LOT,
            control=form.control(),
            leave=form.cleaned_data["leave"],
            baton=form.has_baton(),
            message=form.cleaned_data["message"],
            contribution=contribution_in(request) if seats == 1 else "",
        )
        if seats == 1:
            return gather.play_alone(terms)
        gathering = gather.set_up(
            terms,
            seats=seats,
            invited=form.cleaned_data["invited"],
            computers=form.cleaned_data.get("computers", ()),
            by_link=form.cleaned_data["free"] == "link",
            contribution=contribution_in(request),
        )
        return gathering.match or gathering
    except Refused as refused:
        form.blame(refused.field, refused.message)
        return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_page(request: MemberRequest, pk: int) -> HttpResponse:
    gathering = _get(pk)
    if not _may_see(gathering, request.user):
        raise Http404
    return _answer(request, gathering)


@require_http_methods(["GET", "HEAD", "POST"])
def table_by_link(request: HttpRequest, signed: str) -> HttpResponse:
    """A table whose host has sent its link: for every reader to look at, for a member to take a seat, and for a visitor
    to have a link to that emailed."""
    gathering = _get(share_link.table_id(signed))
    if not gathering.by_link:
        raise Http404
    if _has_part(gathering, request.user):
        return see_other(gathering.get_absolute_url())
    if request.method != "POST" or request.user.is_authenticated:
        return _answer(request, gathering, has_link=True)
    if request.POST.get("action") != SEND_LINK:
        return redirect_to_login(request.path)
    try:
        offer = gather.free_seat(gathering)
    except Refused as refused:
        return _show(request, gathering, refusal=refused.message, status=refused.status)
    return answer_visitor(request, offer, partial(_show, request, gathering))


def _get(pk: int | None) -> Gathering:
    return get_object_or_404(Gathering.objects.select_related("host", "match"), pk=pk)


def _has_part(gathering: Gathering, reader: Reader) -> bool:
    return isinstance(reader, User) and (
        reader.pk == gathering.host_id or gathering.places.filter(opponent=reader).exists()
    )


def _may_see(gathering: Gathering, reader: User) -> bool:
    """Its host and those who are asked or sit there; others while they could take a seat."""
    is_open = gathering.status == Gathering.Status.OPEN and not gathering.by_link
    free = gathering.places.filter(was_open=True, status=Status.PENDING)
    return _has_part(gathering, reader) or (is_open and free.exists())


def _answer(request: HttpRequest, gathering: Gathering, *, has_link: bool = False) -> HttpResponse:
    if request.method != "POST":
        return _show(request, gathering)
    try:
        assert isinstance(request.user, User)
        done, match = _act(request, gathering, request.user, has_link=has_link)
    except Refused as refused:
        return _show(request, _get(gathering.pk), refusal=refused.message, status=refused.status)
    messages.success(request, done)
    if match is not None:
        return see_other(match.get_absolute_url())
    return see_other(request.path if _may_see(_get(gathering.pk), request.user) else reverse("matches:challenges"))


def _act(request: HttpRequest, gathering: Gathering, user: User, *, has_link: bool) -> tuple[str, Match | None]:
    """Do what a button of the page says: what to tell, and the match that has begun. Raises ``Refused``."""
    begun = _("The match has begun.")
    match request.POST.get("action"):
        case "accept":
            match_ = gather.take_seat(gathering, user, contribution_in(request), has_link=has_link)
            return begun if match_ else _("You have a seat. We’ll email you when the match begins."), match_
        case "decline":
            challenges.decline(_own_place(gathering, user), user)
            return _("Challenge declined."), None
        case "leave":
            gather.leave(gathering, user)
            return _("You’ve given your seat back."), None
        case "begin":
            return begun, gather.begin(gathering, user)
        case "offer":
            gather.offer_seat(gathering, user, request.POST.get("invited", "").strip())
            return _("The seat is offered."), None
        case "call_off":
            gather.call_off(gathering, user)
            return _("You’ve called the table off."), None
    raise Refused(_("Choose what to do at this table."), "invalid")


def _own_place(gathering: Gathering, user: User) -> Challenge:
    place = gathering.places.filter(opponent=user, status__in=[Status.PENDING, Status.DECLINED]).first()
    if place is None:
        raise Refused(_("You aren’t invited to this table."), "not_yours")
    return place


def _show(request: HttpRequest, gathering: Gathering, *, status: int = HTTPStatus.OK, **more: object) -> HttpResponse:
    context = {**table_context(gathering, request.user), **visitor_context(), **more}
    return render(request, "matches/table.html", context, status=status)


def table_context(gathering: Gathering, reader: Reader) -> dict[str, Any]:
    """What a page about a table needs, for its host, for those who are asked, and for those who may take a seat."""
    known = gathering.places.select_related("opponent", "challenger", "leave_pool")
    places = list(known.order_by("answered_at", "pk"))
    terms, taken = places[0], [place for place in places if place.status == Status.ACCEPTED]
    live = [place for place in places if place.status in {Status.PENDING, Status.ACCEPTED}]
    waits = gathering.status == Gathering.Status.OPEN and gathering.expires_at > timezone.now()
    own = next((place for place in live if isinstance(reader, User) and place.opponent_id == reader.pk), None)
    is_host = isinstance(reader, User) and reader.pk == gathering.host_id
    return {
        "table": gathering,
        "terms": terms,
        "game": terms.game,
        "taken": taken,
        "asked": [place for place in live if place.status == Status.PENDING and not place.was_open],
        "free": sum(place.status == Status.PENDING and place.was_open for place in live),
        "unoffered": gathering.seats - 1 - len(live),
        "declined": [place for place in places if place.status == Status.DECLINED],
        "table_waits": waits,
        "may_begin": gathering.seats > 1 + len(taken) and gather.is_playable(terms.game, 1 + len(taken)),
        "is_host": is_host,
        "is_seated": own is not None and own.status == Status.ACCEPTED,
        "is_invited": own is not None and own.status == Status.PENDING,
        "share_url": share_link.table_url(gathering) if is_host and waits and gathering.by_link else "",
    }
