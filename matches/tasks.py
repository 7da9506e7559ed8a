"""The workers' tasks; each calls one function."""

from __future__ import annotations

from celery import shared_task

from mail.inbound import lease
from timekeeping import clock

from . import sweep
from .computers import ask, better_turn, work
from .lobby import cookie_guests, play_now
from .offers.begin import expire_due
from .playing import abandoned
from .replies import process
from .results import count
from .vacation import follow


# Well within a mail's lease.
@shared_task(soft_time_limit=60, time_limit=90)
def read_mail(inbound_id: int) -> None:
    lease.process_one(inbound_id, process.process)
    lease.read_more()


# It may read mails itself, as above.
@shared_task(soft_time_limit=60, time_limit=90)
def sweep_inbound() -> int:
    return lease.sweep_inbox(process.process)


@shared_task
def sweep_matches() -> str:
    return str(sweep.sweep_matches())


# A hard computer takes 20 s of one core; a machine with much to do takes longer.
@shared_task(soft_time_limit=240, time_limit=300)
def think() -> None:
    work.do_next()


@shared_task
def sweep_computers() -> int:
    now = clock.now()
    return ask.ask_again(now) + better_turn.ask_again_for_better_turns(now)


@shared_task
def count_results() -> int:
    return count.count_finished()


@shared_task
def forget_guests() -> int:
    return cookie_guests.forget_idle(clock.now())


@shared_task
def follow_pauses(user_id: int) -> int:
    return follow.follow_waiting(player_id=user_id)


@shared_task
def report_standstills() -> int:
    return abandoned.report(clock.now())


@shared_task
def expire_offers() -> int:
    now = clock.now()
    return expire_due(now) + play_now.expire_due(now)
