"""The page of a player's own vacations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models import User
from i18n import dates
from matches.clocks import pauses
from matches.clocks.allowance import Account, overlap
from matches.input.requests import MemberRequest, login_keeps, see_other, whole_number
from matches.models import Seat, Vacation, VacationPool
from matches.time_control.words import from_now
from matches.vacation import words as vacation_words
from timekeeping import clock

from . import follow, plans


class VacationForm(forms.Form):
    """The first and last day of a vacation, in the reader's time zone."""

    first_day = forms.DateField(
        label=gettext_lazy("First day"), required=False, help_text=gettext_lazy("If empty, your vacation begins now.")
    )
    last_day = forms.DateField(
        label=gettext_lazy("Last day"),
        help_text=gettext_lazy("After it, your clocks run again."),
        error_messages={"required": gettext_lazy("Choose the last day of your vacation.")},
    )

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        bounds = {"type": "date", "min": today.isoformat(), "max": (today + plans.AHEAD).isoformat()}
        for field in self.fields.values():
            field.widget = forms.DateInput(attrs=bounds, format="%Y-%m-%d")
            field.error_messages["invalid"] = _("Enter a day, such as %(day)s.") % {"day": today.isoformat()}

    @property
    def days(self) -> tuple[date | None, date]:
        return self.cleaned_data["first_day"], self.cleaned_data["last_day"]


@dataclass(frozen=True)
class PoolRow:
    """A pool, with the vacation ``left`` in it in this ``period``."""

    pool: VacationPool
    name: str
    left: timedelta
    period: str
    used_at_zero: int


@dataclass(frozen=True)
class VacationRow:
    """A vacation that isn't over: its days, when it begins, and the pools that don't cover all of it."""

    vacation: Vacation
    words: str
    begins: str
    shortfalls: list[str]


def typed_days(posted: QueryDict) -> dict[str, str]:
    """Return the days that were filled in, for ``login_keeps``."""
    return {name: str(posted[name]) for name in ("change", "first_day", "last_day") if posted.get(name)}


@login_keeps(typed_days)
@require_http_methods(["GET", "HEAD", "POST"])
def vacation_page(request: MemberRequest) -> HttpResponse:
    """Show the vacation left, taken and planned, and a form to take more.

    A button posts as ``action`` "take", "change", "end" or "call_off"; the last three name the vacation by its id.
    """
    if request.method == "POST":
        return _change_vacation(request)
    changed = _planned(request.user, request.GET.get("change"))
    if changed is None:
        initial = {name: text for name, text in request.GET.items() if name in VacationForm.base_fields}
    else:
        initial = _days_of(changed) | {
            name: request.GET[name] for name in VacationForm.base_fields if name in request.GET
        }
    return _show_vacation(request, VacationForm(initial=initial), changed)


def _change_vacation(request: MemberRequest) -> HttpResponse:
    now = clock.now()
    action, number = request.POST.get("action", ""), whole_number(request.POST.get("vacation")) or 0
    try:
        match action:
            case "end":
                plans.cut_short(request.user, number, now)
                return _done(request, _("Welcome back! Your vacation is over and your clocks run again."))
            case "call_off":
                plans.call_off(request.user, number, now)
                return _done(request, _("Vacation cancelled."))
            case _:
                return _take(request, number if action == "change" else None, now)
    except plans.VacationRefused as refused:
        return _show_vacation(request, VacationForm(), None, refusal=refused.message, status=refused.status)


def _take(request: MemberRequest, number: int | None, now: datetime) -> HttpResponse:
    """Take a vacation, or give the planned one of that number other days."""
    form, status = VacationForm(request.POST), int(HTTPStatus.UNPROCESSABLE_ENTITY)
    if form.is_valid():
        try:
            if number is None:
                taken = plans.take(request.user, *form.days, now)
            else:
                taken = plans.change_vacation(request.user, number, *form.days, now)
        except plans.VacationRefused as refused:
            form.add_error(refused.field or None, refused.message)
            status = refused.status
        else:
            return _taken(request, taken, now)
    return _show_vacation(request, form, _planned(request.user, request.POST.get("vacation")), status=status)


def _taken(request: MemberRequest, taken: Vacation, now: datetime) -> HttpResponse:
    if taken.starts_at > now:
        return _done(request, _("Vacation planned %(days)s.") % {"days": vacation_words.days_of(taken)})
    last = dates.day(vacation_words.last_day(taken))
    return _done(request, _("You’re on vacation until the end of %(day)s.") % {"day": last})


def _done(request: MemberRequest, words: str) -> HttpResponse:
    moved = follow.follow_player(request.user)
    messages.success(request, f"{words} {moved.words}")
    return see_other(reverse("matches:vacation"))


def _planned(player: User, typed: str | None) -> Vacation | None:
    """Return the player's own vacation of that number that hasn't begun."""
    number = whole_number(typed)
    if number is None:
        return None
    return Vacation.objects.filter(pk=number, player=player, starts_at__gt=clock.now()).first()


def _days_of(planned: Vacation) -> dict[str, Any]:
    return {"first_day": vacation_words.first_day(planned), "last_day": vacation_words.last_day(planned)}


# -- the page --------------------------------------------------------------------------------------------------------


def _show_vacation(
    request: MemberRequest,
    form: VacationForm,
    changed: Vacation | None,
    *,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    now, player = clock.now(), request.user
    pools = plans.pools_of(player)
    accounts = pauses.accounts(pools, player, now)
    rows = [_row(each, pools, accounts, now) for each in Vacation.objects.filter(player=player, ends_at__gt=now)]
    context = {
        "form": form,
        "changed": changed,
        "refusal": refusal,
        "pools": [_pool_row(pool, accounts[pool.pk], now) for pool in pools],
        "current": next((row for row in rows if row.vacation.starts_at <= now), None),
        "planned": [row for row in rows if row.vacation.starts_at > now],
        "matches": Seat.objects.filter(player=player, finished_at=None).aggregate(
            all=Count("pk"),
            with_vacation=Count("pk", filter=Q(pauses.WITH_VACATION)),
            with_baton=Count("pk", filter=Q(match__baton=True)),
        ),
        "time_zone": pauses.zone_of(player),
    }
    return render(request, "matches/vacation.html", context, status=status)


def _row(each: Vacation, pools: list[VacationPool], accounts: dict[int, Account], now: datetime) -> VacationRow:
    span = (each.starts_at, each.ends_at)
    reached = [(pool, overlap(accounts[pool.pk].granted(), span)) for pool in pools]
    begins = from_now(each.starts_at - now)
    return VacationRow(each, vacation_words.days_of(each), begins, vacation_words.shortfalls(each, reached))


def _pool_row(pool: VacationPool, account: Account, now: datetime) -> PoolRow:
    season = account.terms.season
    moment = max(now, season[0]) if season else now
    period = account.terms.period(moment)
    used = sum(period[0] <= at < period[1] for at in account.used) if period else 0
    return PoolRow(pool, vacation_words.name_of(pool), account.left(moment), vacation_words.period_of(pool, now), used)
