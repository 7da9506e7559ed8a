"""Challenges: making one, answering one, and the list of them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.forms import BooleanField
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from engine.game import Game, View
from engine.games import game, games
from matches.challenges import challenges
from matches.forms.challenge import ChallengeForm
from matches.models import Challenge

from .paging import leaf
from .requests import MemberRequest, login_keeps, see_other

ON_A_PAGE = 20
TAKEABLE = Q(opponent=None, opponent_email="", challenger__is_active=True)


@login_required
@require_safe
def challenge_list(request: MemberRequest) -> HttpResponse:
    """Those the reader is asked to answer, those they made, and those open to anyone."""
    pending = waiting()
    received = pending.filter(opponent=request.user)
    made = Challenge.objects.filter(challenger=request.user).select_related("challenger", "opponent")
    context = {
        "received": leaf(request, received, size=ON_A_PAGE, key="in", what=_("challenges to you")),
        "made": leaf(
            request,
            made.filter(status=Challenge.Status.PENDING, expires_at__gt=timezone.now()).order_by("-pk"),
            size=ON_A_PAGE,
            key="out",
            what=_("your challenges"),
        ),
        "open": leaf(request, open_to(request.user), size=ON_A_PAGE, key="open", what=_("open challenges")),
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
    return pending.select_related("challenger", "opponent").order_by("expires_at", "pk")


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
    rules = _game_asked_for(request)
    if request.method == "POST":
        form = ChallengeForm(rules, request.POST)
        challenge = _make(request.user, form) if form.is_valid() else None
        if challenge is not None:
            messages.success(request, _is_out(challenge))
            return see_other(reverse("matches:challenge", args=[challenge.pk]))
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        form = ChallengeForm(rules, initial=_initial(request))
        status = HTTPStatus.OK
    context = {"form": form, "game": rules, "games": games(), "view": start_view(rules, form.options_so_far())}
    return render(request, "matches/challenge_new.html", context, status=status)


def _is_out(challenge: Challenge) -> str:
    if challenge.is_open:
        return _("Your open challenge is posted for two weeks.")
    return _("Challenge sent. %(name)s has two weeks to answer.") % {"name": challenge.addressed_to}


def _game_asked_for(request: HttpRequest) -> Game:
    slug = request.POST.get("game") or request.GET.get("game")
    try:
        return game(slug) if slug else games()[0]
    except LookupError:
        raise Http404 from None


def _initial(request: HttpRequest) -> dict[str, str]:
    """What the address fills in: any field by its name."""
    return {name: text for name, text in request.GET.dict().items() if is_asked_for(name)}


def _make(challenger: User, form: ChallengeForm) -> Challenge | None:
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
        )
    except challenges.Refused as refused:
        form.blame(refused.field, refused.message)
        return None


def start_view(rules: Game, options: dict[str, Any]) -> View:
    """The board at the start of a match with these options, as a bystander sees it."""
    return rules.view(rules.start(options, rules.seats[0], bytes(32)), None)


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
        challenge = _visible(pk, request.user)
    except TakenOrWithdrawn:
        gone = _("That challenge is no longer open: someone accepted it, or it was withdrawn.")
        messages.warning(request, gone)
        return see_other(reverse("matches:challenges") + "#open")
    if request.method == "POST":
        return _answer(request, challenge)
    return _show(request, challenge)


class TakenOrWithdrawn(Exception):
    """The reader may have come for an open challenge, and it is no longer open."""


def _visible(pk: int, reader: User) -> Challenge:
    """The challenge, for those it concerns; an open one for everyone while it can be taken. Raises
    ``TakenOrWithdrawn``, and ``Http404`` where the reader never could see it."""
    known = Challenge.objects.select_related("challenger", "opponent", "match", "leave_pool")
    challenge = get_object_or_404(known, pk=pk)
    concerned = reader.pk in {challenge.challenger_id, challenge.opponent_id}
    if concerned:
        return challenge
    if challenge.status != Challenge.Status.PENDING:
        raise TakenOrWithdrawn
    if not challenge.is_open:
        raise Http404
    return challenge


def _answer(request: MemberRequest, challenge: Challenge) -> HttpResponse:
    try:
        done, url = act_on(challenge, request.user, request.POST.get("action", ""))
    except challenges.Refused as refused:
        challenge.refresh_from_db()
        return _show(request, challenge, refusal=refused.message, status=refused.status)
    messages.success(request, done)
    return see_other(url)


def act_on(challenge: Challenge, user: User, action: str) -> tuple[str, str]:
    """Do what a button of the page says: what to tell, and the page to go to. Raises ``challenges.Refused``."""
    here = reverse("matches:challenge", args=[challenge.pk])
    if action == "accept":
        match = challenges.accept(challenge, user)
        return _("The match has begun."), match.get_absolute_url()
    if action == "decline":
        challenges.decline(challenge, user)
        return _("Challenge declined."), here
    if action == "withdraw":
        challenges.withdraw(challenge, user)
        return _("Challenge withdrawn."), here
    raise challenges.Refused(_("Choose whether to accept or decline the challenge."), "invalid")


def _show(
    request: MemberRequest, challenge: Challenge, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {**challenge_context(challenge, request.user), "refusal": refusal}
    return render(request, "matches/challenge.html", context, status=status)


def challenge_context(challenge: Challenge, reader: User) -> dict[str, Any]:
    """What a page about a challenge needs, for its challenger, its opponent, or someone who may take it."""
    waits = challenge.status == Challenge.Status.PENDING and challenge.expires_at > timezone.now()
    own = challenge.challenger_id == reader.pk
    return {
        "challenge": challenge,
        "game": challenge.game,
        "terms": challenge.game.describe_options(challenge.options),
        "first": first_in_words(challenge, reader),
        "view": start_view(challenge.game, challenge.options),
        "is_own": own,
        "waits": waits,
        "may_decline": waits and challenge.opponent_id == reader.pk and not challenge.is_open,
    }


def first_in_words(challenge: Challenge, reader: User) -> str:
    """The first seat, said to the reader: "random", "you", "Ann"."""
    if challenge.first == Challenge.First.LOT:
        return _("random")
    challenger_first = challenge.first == Challenge.First.ME
    you = pgettext("who has the first seat", "you")
    if reader.pk == challenge.challenger_id:
        return you if challenger_first else pgettext("who has the first seat", "your opponent")
    return challenge.challenger.display_name if challenger_first else you
