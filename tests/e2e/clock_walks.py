"""Walks through matches whose clocks are paused, ran out or were changed, and to the organiser's page of clocks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import User
from jobs.models import Heartbeat
from mail.models import OutboxMail
from matches.clocks import pauses
from matches.gate import clock_acts, mail_clocks, timeout
from matches.gate.turns import resign
from matches.mails import tokens, turn_delivery
from matches.models import Match, Outage, Seat, Vacation
from matches.time_control.time_control import DAY, HOUR, TimeControl
from matches.vacation import follow
from tests.support.factories import MatchFactory, UserFactory
from timekeeping import clock

from .match_walks import LONG_NAME, SITE, seat_of, submit
from .walking import Stop, walk

LONG_REASON = "The site was slow for everybody. " * 12
OPENING = ("I@b3&I@c3", "B@d4 T@d3", "T@b2 T@c2")


def opened(players: list[User], control: TimeControl, *, with_vacation: bool = False, turns: int = 3) -> Match:
    pool = pauses.friendly_pool() if with_vacation else None
    match: Match = MatchFactory(players=players, options={"map": "4x5"}, control=control, vacation_pool=pool)
    for number, text in enumerate(OPENING[:turns]):
        submit(match, players[number % 2], text)
    match.refresh_from_db()
    return match


def run_out(seat: Seat) -> None:
    """Let the clock of a seat that was told of its turn run out."""
    OutboxMail.objects.filter(key=turn_delivery.turn_key(seat)).update(status=OutboxMail.Status.SENT)
    assert seat.running_since is not None
    assert seat.deadline is not None
    by = seat.deadline - clock.now() + timedelta(minutes=2)
    moved = {"running_since": seat.running_since - by, "deadline": seat.deadline - by}
    Seat.objects.filter(pk=seat.pk).update(**moved)
    timeout.time_out(seat.pk, seat.asked_turn or 0)


def link_of(seat: Seat) -> str:
    return reverse("matches:link", args=[tokens.mint_turn(seat, seat.asked_turn or 0)])


@walk("home", "matches:list", "matches:match", "matches:turn", "matches:link")
def keeping_time() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME)
    bank = TimeControl(10 * DAY, DAY, 10 * DAY, weekends=True, nights=True, at_zero="pass", passes=2)
    passed = opened([ann, ben], bank)
    slept = seat_of(passed, ben)
    link = link_of(slept)
    run_out(slept)
    yield Stop("passed by the clock", passed.get_absolute_url(), ben)
    yield Stop("line of a pass by the clock", reverse("matches:turn", args=[passed.pk, passed.log_length]), ann)
    yield Stop("link of a turn that the clock passed", link)
    ann.night_from = (timezone.now() - HOUR).time()
    ann.save()
    pauses.pauses_changed(ann, clock.now())
    follow.follow_waiting()
    yield Stop("at night or on a weekend", passed.get_absolute_url(), ann)

    day_used = opened([ann, ben], TimeControl(3 * DAY, DAY, 4 * DAY, at_zero="leave"), with_vacation=True)
    run_out(seat_of(day_used, ben))
    yield Stop("a vacation day used", day_used.get_absolute_url(), ben)

    given = opened([ann, ben], TimeControl.fixed(3))
    at = given.log_length
    yield Stop("time to give", given.get_absolute_url(), ann)
    yield Stop("time to give, refused", given.get_absolute_url(), ann, _give_nothing)
    clock_acts.give_time(seat_of(given, ann), seat_of(given, ben), 2 * DAY, at, SITE)
    clock_acts.add_time(seat_of(given, ann), 12 * HOUR, LONG_REASON, at + 1)
    yield Stop("time given", given.get_absolute_url(), ann)

    mail_clocks.stop_for_failed_mail(seat_of(given, ben).pk, seat_of(given, ben).asked_turn or 0)
    yield Stop("mail not delivered, to its reader", given.get_absolute_url(), ben)
    yield Stop("mail not delivered, to the opponent", given.get_absolute_url(), ann)
    stopped = opened([ann, ben], TimeControl.fixed(3), turns=2)
    clock_acts.stop_clock(seat_of(stopped, ann), LONG_REASON, stopped.log_length)
    yield Stop("paused by the organiser", stopped.get_absolute_url(), ann)

    away = opened([ann, ben], TimeControl(5 * DAY, DAY, 6 * DAY), with_vacation=True)
    now = clock.now()
    Vacation.objects.create(player=ben, starts_at=now, ends_at=now + 9 * DAY)
    pauses.pauses_changed(ben, now)
    follow.follow_waiting()
    yield Stop("on vacation", away.get_absolute_url(), ann)
    yield Stop("on vacation, by link", link_of(seat_of(away, ben)))
    yield Stop("home, all kinds of clocks", "/", ann)
    yield Stop("home, all kinds of clocks, of the other", "/", ben)
    yield Stop("running matches, all kinds of clocks", reverse("matches:list"), ben)

    Outage.objects.create(began_at=now - 3 * HOUR, ended_at=now + HOUR, clocks=4)
    Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=now - HOUR)
    overdue = opened([ann, ben], TimeControl.fixed(3))
    Seat.objects.filter(pk=seat_of(overdue, ben).pk).update(deadline=now - HOUR)
    yield Stop("an outage under way", overdue.get_absolute_url(), ben)


def _give_nothing(page: Page) -> None:
    page.locator("[data-tab-list] a[href='#about']").click()
    page.locator("#give-time > summary").click()
    page.evaluate("document.querySelector('#give-amount option:checked').value = ''")
    with page.expect_navigation():
        page.get_by_role("button", name="Give time").click()


@walk("matches:clocks")
def organising() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME)
    host = User.objects.create_superuser("host@site.example", "Host", "a quiet coastline 47")
    match = opened([ann, ben], TimeControl.fixed(3))
    page = reverse("matches:clocks", args=[match.pk])
    yield Stop("match of others, to an organiser", match.get_absolute_url(), host)
    yield Stop("clocks", page, host)
    yield Stop("clocks, refused", page, host, lambda page: _press(page, "Add time"))
    yield Stop("clocks, no reason", page, host, lambda page: _press(page, "Pause the clock"))
    clock_acts.stop_clock(seat_of(match, ann), LONG_REASON, match.log_length)
    mail_clocks.stop_for_failed_mail(seat_of(match, ben).pk, seat_of(match, ben).asked_turn or 0)
    yield Stop("clocks, stopped and held", page, host)
    yield Stop("clocks, not for players", page, ann, status=403)
    resign(seat_of(match, ann), SITE)
    yield Stop("clocks, match over", page, host)


def _press(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name).first.click()
