"""Challenges: making one, answering one, and the list of them."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, Q, QuerySet
from django.forms import BooleanField
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from engine.game import Game
from engine.games import game, games
from engine.values import View
from i18n import dates
from matches.challenges import challenges, gather, share_link
from matches.challenges.challenges import TAKEABLE
from matches.forms.challenge import ChallengeForm, choices_of
from matches.models import Challenge
from matches.permissions import Reader

from .paging import leaf
from .requests import MemberRequest, contribution_in, login_keeps, see_other
from .visitors import SEND_LINK, answer_visitor, visitor_context

ON_A_PAGE = 20


@login_required
@require_safe
def challenge_list(request: MemberRequest) -> HttpResponse:
    """Those the reader is asked to answer and those they made; the lobby has those open to anyone."""
    pending = waiting()
    received = pending.filter(opponent=request.user)
    made = Challenge.objects.filter(challenger=request.user, gathering=None).select_related("challenger", "opponent")
    context = {
        "received": leaf(request, received, size=ON_A_PAGE, key="in", what=_("challenges to you")),
        "made": leaf(
            request,
            made_by(request.user).order_by("-pk"),
            size=ON_A_PAGE,
            key="out",
            what=_("your challenges"),
        ),
        "tables": leaf(request, gather.tables_of(request.user), size=ON_A_PAGE, key="tables", what=_("your tables")),
        "open_count": open_to(request.user).count(),
        "answered": leaf(
            request,
            made.exclude(status__in=[Challenge.Status.PENDING, Challenge.Status.ACCEPTED]).order_by("-pk"),
            size=5,
            key="past",
            what=_("earlier challenges"),
        ),
    }
    return render(request, "matches/challenges.html", context)


def waiting() -> QuerySet[Challenge]:
    """Challenges that can still be answered, soonest to expire first."""
    pending = Challenge.objects.filter(status=Challenge.Status.PENDING, expires_at__gt=timezone.now())
    return pending.select_related("challenger", "opponent", "gathering").order_by("expires_at", "pk")


def made_by(player: User) -> QuerySet[Challenge]:
    """Those of ``waiting`` that the player made, but for seats at the player's tables."""
    return waiting().filter(challenger=player, gathering=None)


class Waiting(NamedTuple):
    """How many challenges wait for a player's answer, for that to the player's own, and for anyone's; and how many
    tables, at which the player sits, wait for others."""

    received_count: int
    made_count: int
    open_count: int
    tables_count: int


def count_waiting(player: User) -> Waiting:
    """One query."""
    own = Q(challenger=player)
    seated = Challenge.objects.filter(opponent=player, status=Challenge.Status.ACCEPTED, gathering__isnull=False)
    at_table = Q(gathering__isnull=False) & (own | Q(gathering__in=seated.values("gathering")))
    counted = waiting().aggregate(
        received_count=Count("pk", filter=Q(opponent=player)),
        made_count=Count("pk", filter=own & Q(gathering=None)),
        open_count=Count("pk", filter=TAKEABLE & ~own),
        tables_count=Count("gathering", distinct=True, filter=at_table),
    )
    return Waiting(**counted)


def open_to(user: User) -> QuerySet[Challenge]:
    """Open challenges that the user may take."""
    return waiting().filter(TAKEABLE).exclude(challenger=user)


def typed_challenge(posted: QueryDict) -> dict[str, str]:
    """What was filled in, the longest last, for ``login_keeps``. A box that was not ticked is sent by no browser."""
    unticked = [name for name, field in ChallengeForm.base_fields.items() if isinstance(field, BooleanField)]
    filled_in = dict.fromkeys(unticked, "") | posted.dict()
    typed = {name: str(text) for name, text in filled_in.items() if is_asked_for(name)}
    return dict(sorted(typed.items(), key=lambda item: len(item[1])))


def is_asked_for(name: str) -> bool:
    """Whether it is the name of a field that an address may fill in."""
    return name == "game" or name in ChallengeForm.base_fields or name.startswith("option_")


@login_keeps(typed_challenge)
@require_http_methods(["GET", "HEAD", "POST"])
def challenge_new(request: MemberRequest) -> HttpResponse:
    status, is_again = HTTPStatus.OK, False
    if (team := _game_asked_for(request)).together:
        return see_other(f"{reverse('matches:table_new')}?game={team.slug}")
    if request.method == "POST" and "switch" not in request.POST:
        form = ChallengeForm(_game_asked_for(request), request.POST)
        challenge = _make(request.user, form, contribution_in(request)) if form.is_valid() else None
        if challenge is not None and challenge.match is not None:
            messages.success(request, _("The match has begun."))
            return see_other(challenge.match.get_absolute_url())
        if challenge is not None:
            messages.success(request, _is_out(challenge))
            return see_other(reverse("matches:challenge", args=[challenge.pk]))
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        form, is_again = _filled_in(request)
    context = {
        "form": form,
        "game": form.game,
        "games": games(),
        "may_gather": bool(gather.table_sizes(form.game)),
        "is_again": is_again,
        "carried": _carried(request, form),
        "view": start_view(form.game, form.options_so_far()),
    }
    return render(request, "matches/challenge_new.html", context, status=status)


def _filled_in(request: MemberRequest) -> tuple[ChallengeForm, bool]:
    """A form with the choices of the player's last challenge, if there is one and they don't want the usual ones, and
    over them what the address or, where another game was chosen, the form has."""
    last = None if "usual" in request.GET else _last_of(request.user)
    rules = _game_asked_for(request, last.game_slug if last else "")
    if last and last.game_slug != rules.slug:
        last = _last_of(request.user, rules.slug)
    typed = typed_challenge(request.POST) if request.method == "POST" else _initial(request)
    return ChallengeForm(rules, initial={**(choices_of(last) if last else {}), **typed}), last is not None


def _carried(request: HttpRequest, form: ChallengeForm) -> dict[str, str]:
    """What was typed for the options of another game, in case the player comes back to it."""
    options = {name: text for name, text in request.POST.dict().items() if name.startswith("option_")}
    return {name: text for name, text in options.items() if name not in form.fields}


def _last_of(player: User, game_slug: str = "") -> Challenge | None:
    """The player's last challenge to a person whose choices can be offered again: in that game, or in any that is
    played here. What suits a computer suits few opponents."""
    slugs = [game_slug] if game_slug else [each.slug for each in games()]
    made = Challenge.objects.filter(challenger=player, game_slug__in=slugs, gathering=None, opponent__computer=None)
    return made.order_by("-pk").first()


def _is_out(challenge: Challenge) -> str:
    if challenge.by_link:
        return _("Your challenge is ready. Now send its link.")
    if challenge.is_open:
        return _("Your open challenge is posted until %(when)s.") % {"when": dates.moment(challenge.expires_at)}
    sent = {"name": challenge.addressed_to, "when": dates.moment(challenge.expires_at)}
    return _("Challenge sent. %(name)s can answer until %(when)s.") % sent


def _game_asked_for(request: HttpRequest, usual: str = "") -> Game:
    slug = request.POST.get("switch") or request.POST.get("game") or request.GET.get("game") or usual
    try:
        return game(slug) if slug else games()[0]
    except LookupError:
        raise Http404 from None


def _initial(request: HttpRequest) -> dict[str, str]:
    """What the address fills in: any field by its name."""
    return {name: text for name, text in request.GET.dict().items() if is_asked_for(name)}


def _make(challenger: User, form: ChallengeForm, contribution: str) -> Challenge | None:
    """The challenge that the form describes; ``None`` when it is refused, which the form then says."""
    try:
        return challenges.make(
            challenger,
            opponent=form.opponent(),
            email=form.address(),
            game_slug=form.game.slug,
            options=form.raw_options(),
            first=form.cleaned_data["first"],
            control=form.control(),
            leave=form.cleaned_data["leave"],
            message=form.cleaned_data["message"],
            by_link=form.cleaned_data["to"] == "link",
            contribution=contribution,
            within=form.cleaned_data["within"],
        )
    except challenges.Refused as refused:
        form.blame(refused.field, refused.message)
        return None


def start_view(rules: Game, options: dict[str, Any]) -> View:
    """The board at the start of a match with these options, as a bystander sees it."""
    return rules.view(rules.start(rules.as_now(options), rules.seats[0], bytes(32)), None)


@login_required
@require_safe
def start_board(request: MemberRequest) -> HttpResponse:
    """The start of a match with the options of the query string: a piece of the page of a new challenge."""
    rules = _game_asked_for(request)
    form = ChallengeForm(rules, request.GET)
    return render(request, "matches/_start_board.html", {"view": start_view(rules, form.options_so_far())})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenge_page(request: MemberRequest, pk: int) -> HttpResponse:
    try:
        challenge = _visible(_get(pk), request.user)
    except TakenOrWithdrawn:
        return _tell_gone(request)
    if challenge.gathering is not None:
        return see_other(challenge.gathering.get_absolute_url())
    if request.method == "POST":
        return _answer(request, challenge)
    return _show(request, challenge)


@require_http_methods(["GET", "HEAD", "POST"])
def challenge_by_link(request: HttpRequest, signed: str) -> HttpResponse:
    """A challenge whose challenger has sent its link: for every reader to look at, for a member to take up, and for a
    visitor to have a link to that emailed."""
    challenge = _get(share_link.challenge_id(signed))
    try:
        _visible(challenge, request.user, has_link=True)
    except TakenOrWithdrawn:
        return _tell_gone(request)
    if _concerns(challenge, request.user):
        return see_other(reverse("matches:challenge", args=[challenge.pk]))
    if request.method != "POST":
        return _show(request, challenge)
    if request.user.is_authenticated:
        return _answer(request, challenge)
    if request.POST.get("action") != SEND_LINK:
        return redirect_to_login(request.path)
    return answer_visitor(request, challenge, partial(_show, request, challenge))


class TakenOrWithdrawn(Exception):
    """The reader may have come for an open challenge, and it is no longer open."""


def _tell_gone(request: HttpRequest) -> HttpResponse:
    gone = _("That challenge is no longer open: someone accepted it, or it was withdrawn.")
    messages.warning(request, gone)
    return see_other(reverse("matches:lobby"))


def _get(pk: int | None) -> Challenge:
    known = Challenge.objects.select_related("challenger", "opponent", "match", "leave_pool", "gathering")
    return get_object_or_404(known, pk=pk)


def _concerns(challenge: Challenge, reader: Reader) -> bool:
    return isinstance(reader, User) and reader.pk in {challenge.challenger_id, challenge.opponent_id}


def _visible(challenge: Challenge, reader: Reader, *, has_link: bool = False) -> Challenge:
    """The challenge, for those it concerns; an open one for everyone while it can be taken, unless it takes a link.
    Raises ``TakenOrWithdrawn``, and ``Http404`` where the reader never could see it."""
    if _concerns(challenge, reader):
        return challenge
    if challenge.by_link and not has_link:
        raise Http404
    if challenge.status != Challenge.Status.PENDING:
        raise TakenOrWithdrawn
    if not challenge.is_open:
        raise Http404
    return challenge


def _answer(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    try:
        assert isinstance(request.user, User)
        done, url = act_on(challenge, request.user, request.POST.get("action", ""), contribution_in(request))
    except challenges.Refused as refused:
        challenge.refresh_from_db()
        return _show(request, challenge, refusal=refused.message, status=refused.status)
    messages.success(request, done)
    return see_other(url)


def act_on(challenge: Challenge, user: User, action: str, contribution: str) -> tuple[str, str]:
    """Do what a button of the page says: what to tell, and the page to go to. Raises ``challenges.Refused``."""
    here = reverse("matches:challenge", args=[challenge.pk])
    if action == "accept":
        match = challenges.accept(challenge, user, contribution)
        return _("The match has begun."), match.get_absolute_url()
    if action == "decline":
        challenges.decline(challenge, user)
        return _("Challenge declined."), here
    if action == "withdraw":
        challenges.withdraw(challenge, user)
        return _("Challenge withdrawn."), here
    raise challenges.Refused(_("Choose whether to accept or decline the challenge."), "invalid")


def _show(request: HttpRequest, challenge: Challenge, *, status: int = HTTPStatus.OK, **more: object) -> HttpResponse:
    context = {**challenge_context(challenge, request.user), **visitor_context(), **more}
    return render(request, "matches/challenge.html", context, status=status)


def challenge_context(challenge: Challenge, reader: Reader) -> dict[str, Any]:
    """What a page about a challenge needs, for its challenger, its opponent, or someone who may take it."""
    waits = challenge.status == Challenge.Status.PENDING and challenge.expires_at > timezone.now()
    own = challenge.challenger_id == reader.pk
    is_to_send = own and waits and challenge.by_link
    return {
        "challenge": challenge,
        "game": challenge.game,
        "first_seat": challenge.game.sides(2)[0].name,
        "first": first_in_words(challenge, reader),
        "view": None if challenge.gathering_id else start_view(challenge.game, challenge.options),
        "is_own": own,
        "share_url": share_link.share_url(challenge) if is_to_send else "",
        "waits": waits,
        "not_wanted": challenges.why_not_wanted(challenge, reader) if waits and isinstance(reader, User) else "",
        "may_decline": waits and challenge.opponent_id == reader.pk and not challenge.is_open,
    }


def first_in_words(challenge: Challenge, reader: Reader) -> str:
    """The first seat, said to the reader: "random", "you", "Ann"."""
    if challenge.first == Challenge.First.LOT:
        return _("random")
    challenger_first = challenge.first == Challenge.First.ME
    you = pgettext("who has the first seat", "you")
    if reader.pk == challenge.challenger_id:
        return you if challenger_first else pgettext("who has the first seat", "your opponent")
    return challenge.challenger.display_name if challenger_first else you
