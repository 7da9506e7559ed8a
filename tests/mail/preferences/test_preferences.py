"""Mail as seldom as its reader wishes, and never in quiet hours: which costs others nothing, and gives no time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.queue import queue_composed
from mail.outbox.registry import KINDS, kinds_for_hosts
from mail.outbox.send import Failure
from mail.preferences import quiet_hours, unsubscribe
from matches import sweep
from matches.email_kinds import KINDS as KINDS_OF_MATCHES
from matches.gate import chat, turns
from matches.home import reminders
from matches.mails import causes, tokens, turn_delivery
from matches.models import Match, Seat
from matches.time_control import time_control
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.composed_mails import deliver_all, latest, message_of, text_of
from tests.support.factories import GuestFactory, MatchFactory, UserFactory
from tests.support.mail_players import ANSWERS, newest, write
from tests.support.matches import SITE, asked, fresh, kinds, mail_of, submit, travel_past_grace_of
from timekeeping import clock

Status = OutboxMail.Status
EVENING = datetime(2026, 11, 20, 23, tzinfo=UTC)  # a Friday
MORNING = datetime(2026, 11, 21, 7, tzinfo=UTC)
NOT_NOW = Failure("451 try later")


def at(moment: datetime) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


def wish(user: User, **fields: Any) -> User:
    User.objects.filter(pk=user.pk).update(**fields)
    user.refresh_from_db()
    return user


def due() -> None:
    """Send what is due, and have the sweep follow."""
    deliver.deliver_due()
    sweep.sweep_matches()


def status(mail: OutboxMail) -> str:
    return OutboxMail.objects.get(pk=mail.pk).status


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Failure | None], None]:
    """What the mail server says from now on."""

    def set_answer(failure: Failure | None) -> None:
        monkeypatch.setattr(deliver, "send_message", lambda _: failure)

    set_answer(None)
    return set_answer


# -- quiet hours -----------------------------------------------------------------------------------------------------


@pytest.fixture
def sleeper(player: User) -> User:
    return wish(player, quiet_from=time(22), quiet_to=time(7))


@pytest.fixture
def at_night(sleeper: User, opponent: User) -> Seat:
    """The sleeper is asked for a turn at 23:00."""
    with at(EVENING):
        match: Match = MatchFactory(players=[sleeper, opponent], control=TimeControl.fixed(3))
    return match.seats.select_related("player").get(index=0)


def test_a_turn_that_is_asked_for_at_night_is_announced_in_the_morning(at_night: Seat) -> None:
    mail = mail_of(at_night)
    assert (mail.next_try_at, mail.waits_until) == (MORNING, MORNING)
    with at(MORNING - timedelta(seconds=1)):
        due()
        assert status(mail) == Status.QUEUED
    with at(MORNING):
        due()
        assert status(mail) == Status.SENT


def test_that_gives_no_time(at_night: Seat) -> None:
    with at(MORNING + timedelta(minutes=1)):
        due()
        assert "late" not in text_of(message_of(mail_of(at_night)))
    assert fresh(at_night).deadline == EVENING + 3 * DAY
    assert kinds(at_night.match) == []


def test_a_mail_that_comes_late_in_the_morning_begins_the_clock(at_night: Seat) -> None:
    moment = MORNING + timedelta(minutes=10, seconds=1)
    with at(moment):
        assert "This email is late" in text_of(message_of(mail_of(at_night)))
        deliver.deliver_due()
    assert fresh(at_night).deadline == moment + 3 * DAY
    assert kinds(at_night.match) == ["clock_released"]


@pytest.mark.parametrize(("after", "line"), [(timedelta(minutes=-1), "time"), (timedelta(minutes=1), "clock_held")])
def test_only_a_mail_that_was_due_holds_a_clock_at_zero(
    sleeper: User, opponent: User, after: timedelta, line: str
) -> None:
    """Six hours for a turn that is asked for at night: the wait was wished for, what comes after it was not."""
    bank = MORNING - EVENING + after - time_control.GRACE - timedelta(microseconds=1)
    with at(EVENING):
        match = MatchFactory(players=[sleeper, opponent], control=TimeControl(bank, bank, bank))
    with travel_past_grace_of(match.seats.get(index=0)):
        assert sweep.sweep_deadlines() == 1
    assert kinds(match) == [line]


def test_a_turn_that_was_played_in_the_night_is_announced_to_nobody(at_night: Seat) -> None:
    with at(EVENING + HOUR):
        submit(at_night, "T@b3")
    with at(MORNING):
        due()
    assert OutboxMail.objects.get(key=turn_delivery.key_of(at_night, 1)).status == Status.DROPPED


def test_lines_of_a_night_come_in_one_mail(at_night: Seat, opponent: User) -> None:
    other = at_night.match.seats.get(index=1)
    for hours in (1, 2, 3):
        with at(EVENING + hours * HOUR):
            chat.write_message(other, f"Line {hours}", SITE)
    (mail,) = OutboxMail.objects.filter(kind="said")
    assert mail.next_try_at == MORNING


def test_of_every_kind_it_is_settled_whether_it_waits() -> None:
    """Answers and what hosts have to know never do; a new kind has to be one or the other."""
    waiting = {name for name, kind in KINDS.items() if kind.may_wait}
    never = {*ANSWERS, "challenge_link", *kinds_for_hosts()}
    assert never.isdisjoint(waiting)
    assert never | waiting >= {*KINDS_OF_MATCHES}
    of_events = {kind for kind in waiting if kind.startswith("event_")}
    of_all = {"event_end_moved", "event_clocks"}
    assert of_events == {"event_paired", "event_extended", "event_drawn", "event_break"} | of_all, (
        "what tells of matches"
    )


def test_a_result_waits_and_the_answer_to_ones_own_mail_does_not(at_night: Seat, sleeper: User) -> None:
    with at(EVENING + HOUR):
        write(newest(sleeper, "your_turn"), "show")
        turns.resign(at_night.match.seats.get(index=1), SITE)
    assert latest("position", sleeper).waits_until is None
    assert latest("match_over", sleeper).waits_until == MORNING
    assert queue_composed(sleeper.email, "Your code", "1234", "", user=sleeper).waits_until is None


@pytest.mark.parametrize(("hours", "waits"), [(7, False), (8.9, False), (9, True), (20, True)])
def test_a_last_warning_does_not_wait_until_it_is_too_late(
    sleeper: User, opponent: User, hours: float, waits: bool
) -> None:
    """So many hours are left at 23:00; the morning is eight hours away, and an hour of it is wanted."""
    bank = timedelta(hours=hours) * 5
    with at(EVENING - bank * 4 / 5):
        match = MatchFactory(players=[sleeper, opponent], control=TimeControl(bank, bank, bank))
        deliver_all()
        OutboxMail.objects.filter(kind="your_turn").update(status=Status.SENT)
    with at(EVENING):
        assert reminders.send_due(clock.now()) == 1
    assert latest("reminder").waits_until == (MORNING if waits else None)
    assert kinds(match) == []


def test_what_a_warning_has_told_is_not_told_again_in_the_morning(sleeper: User, opponent: User) -> None:
    bank = 2 * HOUR
    with at(EVENING):
        match = MatchFactory(players=[sleeper, opponent], control=TimeControl(bank, bank, bank))
    mail = mail_of(match.seats.get(index=0))
    with at(EVENING + bank * 4 / 5):
        assert reminders.send_due(clock.now()) == 1
        text = text_of(message_of(latest("reminder")))
        assert "/l/" in text
        due()
    assert status(latest("reminder")) == Status.SENT
    assert status(mail) == Status.DROPPED


def test_who_wishes_for_other_hours_waits_no_longer_than_that(at_night: Seat, sleeper: User) -> None:
    mail = mail_of(at_night)
    with at(EVENING + HOUR):
        quiet_hours.hours_changed(wish(sleeper, quiet_to=time(9)))
        assert OutboxMail.objects.get(pk=mail.pk).next_try_at == MORNING
        quiet_hours.hours_changed(wish(sleeper, quiet_to=time(5)))
        assert OutboxMail.objects.get(pk=mail.pk).next_try_at == MORNING - 2 * HOUR
        quiet_hours.hours_changed(wish(sleeper, quiet_from=None, quiet_to=None))
        due()
        assert status(mail) == Status.SENT
    assert kinds(at_night.match) == []


# -- one mail until the player is back -------------------------------------------------------------------------------


@pytest.fixture
def seldom(player: User) -> User:
    return wish(player, turn_mail=TurnMail.UNTIL_RETURN)


def turns_of(user: User, count: int) -> list[Seat]:
    """Turns in that many new matches."""
    made = [MatchFactory(players=[user, UserFactory()]) for _ in range(count)]
    return [match.seats.select_related("player").get(index=0) for match in made]


def told(seats: list[Seat]) -> list[str]:
    return [str(mail_of(fresh(seat)).status) for seat in seats]


def test_of_several_turns_one_is_announced(seldom: User) -> None:
    seats = turns_of(seldom, 3)
    due()
    assert told(seats) == ["sent", "dropped", "dropped"]
    later = turns_of(seldom, 1)
    due()
    assert told(later) == ["dropped"]


def test_the_mail_says_so(seldom: User) -> None:
    turns_of(seldom, 1)
    assert "we won’t email you about other turns until you play one or visit the site" in " ".join(
        text_of(message_of(latest("your_turn", seldom))).split()
    )


BY_SERVICE_WORKER = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "empty"}  # as Chromium sends it then


@pytest.mark.parametrize(
    ("path", "headers"), [("/", {}), ("/rules/", {}), ("/account/", {}), ("/rules/", BY_SERVICE_WORKER)]
)
def test_who_looked_at_any_page_is_back(seldom: User, client: Client, path: str, headers: dict[str, str]) -> None:
    turns_of(seldom, 1)
    due()
    client.force_login(seldom)
    assert client.get(path, headers=headers).status_code == 200
    seats = turns_of(seldom, 2)
    due()
    assert told(seats) == ["sent", "dropped"]


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, {"Sec-Purpose": "prefetch"}]
)
def test_a_page_that_stays_open_is_no_visit(seldom: User, client: Client, headers: dict[str, str]) -> None:
    turns_of(seldom, 1)
    due()
    client.force_login(seldom)
    client.get("/rules/", headers=headers)
    client.head("/rules/")
    seats = turns_of(seldom, 1)
    due()
    assert told(seats) == ["dropped"]


def test_being_back_is_written_once(seldom: User, client: Client) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get("/rules/")
        return len(queries)

    client.force_login(seldom)
    cost()  # a process learns whose the session is
    plain = cost()
    turns_of(seldom, 1)
    due()
    assert [cost(), cost()] == [plain + 1, plain]


def test_a_link_that_is_only_opened_is_no_visit_and_one_that_is_used_is(seldom: User, client: Client) -> None:
    """Scanners open links, too."""
    first, second = turns_of(seldom, 2)
    due()
    address = f"/l/{tokens.mint_turn(first, 1)}/"
    assert client.get(address).status_code == 200
    seldom.refresh_from_db()
    assert seldom.told_by == mail_of(first).pk
    assert client.post(address, {"text": "T@b3", "sure": "yes"}).status_code == 303
    due()
    assert told([second]) == ["sent"], "who plays from mails alone would not hear of it otherwise"


def test_so_is_a_reply(seldom: User) -> None:
    first, second, third = turns_of(seldom, 3)
    due()
    write(message_of(mail_of(first)), "T@b3")
    assert fresh(first).asked_turn is None
    due()
    assert told([second, third]) == ["sent", "dropped"]


def test_a_mail_that_was_not_accepted_lets_another_try(seldom: User, answer: Callable[[Failure | None], None]) -> None:
    first, second = turns_of(seldom, 2)
    answer(NOT_NOW)
    deliver.deliver(mail_of(first).pk)
    answer(None)
    deliver.deliver(mail_of(second).pk)
    assert told([first, second]) == ["queued", "sent"]
    with at(clock.now() + HOUR):
        deliver.deliver(mail_of(first).pk)
    assert told([first]) == ["dropped"]


def test_none_is_sent_while_another_is_on_its_way(seldom: User, answer: Callable[[Failure | None], None]) -> None:
    first, second = turns_of(seldom, 2)
    now = clock.now()
    User.objects.filter(pk=seldom.pk).update(told_by=mail_of(first).pk)
    OutboxMail.objects.filter(pk=mail_of(first).pk).update(leased_until=now + HOUR, next_try_at=now + HOUR)
    deliver.deliver(mail_of(second).pk)
    waiting = mail_of(second)
    assert (waiting.status, waiting.attempts, waiting.leased_until) == ("queued", 0, None)
    assert timedelta(seconds=50) < waiting.next_try_at - now <= timedelta(seconds=70)
    OutboxMail.objects.filter(pk=mail_of(first).pk).update(leased_until=now - HOUR)
    with at(now + timedelta(minutes=2)):
        deliver.deliver(waiting.pk)
    assert mail_of(second).status == Status.SENT, "whoever had the other has died"


def test_a_turn_that_is_not_announced_by_wish_holds_no_clock(seldom: User) -> None:
    first, second = turns_of(seldom, 2)
    deliver.deliver(mail_of(first).pk)
    assert not turn_delivery.is_turn_mail_undelivered(second)
    due()
    assert not turn_delivery.is_turn_mail_undelivered(second)
    with travel_past_grace_of(second):
        assert sweep.sweep_deadlines() == 2
    assert (kinds(first.match), kinds(second.match)) == (["time"], ["time"])


def test_a_turn_holds_the_clock_where_the_mail_that_was_to_be_the_one_did_not_arrive(
    seldom: User, answer: Callable[[Failure | None], None]
) -> None:
    answer(NOT_NOW)
    first, second = turns_of(seldom, 2)
    due()
    assert turn_delivery.is_turn_mail_undelivered(first)
    assert turn_delivery.is_turn_mail_undelivered(second)


def test_a_warning_comes_all_the_same(seldom: User) -> None:
    _, second = turns_of(seldom, 2)
    due()
    with at(second.match.started_at + 2.5 * DAY):
        assert reminders.send_due(clock.now()) == 1
        text = text_of(message_of(latest("reminder", seldom)))
    assert text.count("/l/") == 2


# -- none ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [TurnMail.DIGEST, TurnMail.UNTIL_RETURN])
def test_the_button_that_turns_mail_on_changes_no_wish_for_little(player: User, before: TurnMail) -> None:
    unsubscribe.set_turn_mail(wish(player, turn_mail=before), wanted=True)
    player.refresh_from_db()
    assert player.turn_mail == before
    unsubscribe.set_turn_mail(player, wanted=False)
    player.refresh_from_db()
    assert player.turn_mail == TurnMail.NONE


def test_who_wishes_for_none_is_sent_nothing_that_was_dropped_before(player: User) -> None:
    (seat,) = turns_of(player, 1)
    wish(player, turn_mail=TurnMail.NONE)
    due()
    assert told([seat]) == ["dropped"]
    causes.announce_waiting_turns(player)
    assert told([seat]) == ["dropped"]


# -- the cost --------------------------------------------------------------------------------------------------------


def test_a_wish_costs_a_turn_no_query(player: User, opponent: User) -> None:
    def cost(**fields: Any) -> int:
        match = MatchFactory(players=[player, wish(opponent, **fields)])
        with CaptureQueriesContext(connection) as queries:
            submit(asked(match), "T@b3")
        return len(queries)

    plain = cost()
    assert cost(turn_mail=TurnMail.UNTIL_RETURN, told_by=1) == plain
    assert cost(quiet_from=time(0), quiet_to=time.max) == plain
    assert cost(turn_mail=TurnMail.DIGEST) <= plain


def test_guests_have_no_such_wishes(db: None) -> None:
    guest = GuestFactory()
    assert (guest.quiet_from, guest.quiet_to, guest.turn_mail) == (None, None, TurnMail.EACH)
