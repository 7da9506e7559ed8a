"""One email of every kind, caused the way the site causes it: by playing and challenging."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.queue import queue_composed
from matches.clocks import outages, pauses, restoration
from matches.conditional.edit import set_lines
from matches.gate import chat, clock_acts, draws, handover, marks, takeback, timeout
from matches.gate.turns import resign, submit_turn
from matches.home import digest_schedule, reminders
from matches.lobby import play_now
from matches.mails import causes
from matches.mails.causes import News
from matches.models import LogEntry, Match, Offer, Seat, Seek, VacationPool, new_seed
from matches.offers import answers, link_by_email
from matches.playing import abandoned as standstills
from matches.record import fairness
from matches.time_control.time_control import DAY, HOUR, TimeControl
from timekeeping import clock

from .cheap_pictures import draw_dots
from .clock import take_the_database_along
from .composed_mails import deliver_all, latest, message_of
from .factories import ChallengeFactory, MatchFactory, UserFactory
from .made_once import forgotten
from .mail_players import newest, write
from .matches import SITE, asked, play_on
from .offers import opponent_of
from .tables import table_of

Make = Callable[[], OutboxMail]
STRANGE_NAME = "Ann & <Ben>"


def strange_player(**more: Any) -> User:
    player: User = UserFactory(display_name=STRANGE_NAME, time_zone="Europe/Berlin", **more)
    return player


def _match(**more: Any) -> Match:
    ann, cleo = UserFactory(display_name=STRANGE_NAME), UserFactory(display_name="Cleo", time_zone="Europe/Berlin")
    made: Match = MatchFactory(players=[ann, cleo], options={"map": "5x5"}, **more)
    return made


@contextmanager
def ago(time: timedelta) -> Iterator[None]:
    """Do something as if it were that long ago, and send the emails that it caused."""
    with time_machine.travel(timezone.now() - time, tick=False):
        yield
        deliver_all()


def run_out(control: TimeControl, *, turns: int = 2, pool: VacationPool | None = None) -> Seat:
    """Return a seat whose time ran out a minute ago, after that many turns, with the timeout decided."""
    with ago(control.start + timedelta(minutes=1)):
        seat = asked(play_on(_match(control=control, vacation_pool=pool), turns))
    assert timeout.time_out(seat.pk, seat.asked_turn or 0) is not None
    seat.refresh_from_db()
    return seat


def your_turn() -> OutboxMail:
    match = play_on(_match(), 5, message="Mind your Tanks & <ships>!")
    chat.write_message(match.seats.exclude(pk=asked(match).pk).get(), "Are you & <yours> well?", SITE)
    return latest("your_turn")


def draw_offered() -> OutboxMail:
    match = play_on(_match(), 4)
    draws.offer_draw(match.seats.exclude(pk=asked(match).pk).get(), SITE)
    return latest("draw_offered")


def draw_declined() -> OutboxMail:
    match = play_on(_match(), 4)
    draws.offer_draw(asked(match), SITE)
    draws.decline_draw(match.seats.exclude(pk=asked(match).pk).get(), SITE)
    return latest("draw_declined")


def pick_made() -> OutboxMail:
    match: Match = MatchFactory(players=[strange_player(), UserFactory()], options={"special": "on"})
    seat = match.seats.get(index=0)
    submit_turn(seat, seat.asked_turn, "I4T3B3", SITE)
    return latest("pick_made")


def match_over() -> OutboxMail:
    match = play_on(_match(), 6)
    resign(asked(match), SITE)
    return latest("match_over")


def match_over_on_time() -> OutboxMail:
    run_out(TimeControl.fixed(3))
    return latest("match_over")


def seat_left() -> OutboxMail:
    """Return the email about a player who left a match of several.

    Made by hand, since the games of two end when a player leaves.
    """
    match = play_on(_match(), 4)
    stays, leaves = match.seats.select_related("player")
    line: LogEntry = match.log.create(
        match=match,
        index=match.log_length,
        kind=LogEntry.Kind.TIME,
        seat=leaves,
        state=match.state,
        via=LogEntry.Via.CLOCK,
    )
    causes.queue_news([News("seat_left", stays, line, {})])
    return latest("seat_left")


def baton_passed() -> OutboxMail:
    """Return the email about a turn that passed to the next player.

    Made by hand, since no turn passes in games of two.
    """
    match = play_on(_match(), 4)
    reader, other = asked(match), match.seats.exclude(pk=asked(match).pk).get()
    line: LogEntry = match.log.create(
        match=match,
        index=match.log_length,
        kind=LogEntry.Kind.BATON,
        seat=reader,
        state=match.state,
        via=LogEntry.Via.CLOCK,
    )
    Match.objects.filter(pk=match.pk).update(log_length=match.log_length + 1)
    Seat.objects.filter(pk=reader.pk).update(asked_turn=None)
    Seat.objects.filter(pk=other.pk).update(asked_turn=line.index + 9)
    causes.queue_news([News("baton_passed", reader, line, {})])
    return latest("baton_passed")


def vacation_day() -> OutboxMail:
    control = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="leave")
    run_out(control, pool=pauses.friendly_pool())
    return latest("vacation_day")


def passed_over() -> OutboxMail:
    run_out(TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="pass", passes=2))
    return latest("passed_over")


def _reminded(players: int) -> OutboxMail:
    reader = UserFactory(display_name="Cleo", time_zone="Europe/Berlin")
    with ago(2.5 * DAY):
        for n in range(players):
            MatchFactory(players=[reader, UserFactory(display_name=f"{STRANGE_NAME} {n}")])
    reminders.send_due(clock.now())
    return latest("reminder")


def reminder() -> OutboxMail:
    return _reminded(1)


def reminder_of_several() -> OutboxMail:
    return _reminded(3)


def _of_the_day(players: int) -> OutboxMail:
    reader = UserFactory(display_name="Cleo", time_zone="Europe/Berlin", turn_mail="digest", digest_hour=7)
    with ago(2 * DAY):
        digest_schedule.send_due(clock.now())
        for n in range(players):
            play_on(MatchFactory(players=[reader, UserFactory(display_name=f"{STRANGE_NAME} {n}")]), 2 * n)
    digest_schedule.send_due(clock.now())
    return latest("digest")


def digest() -> OutboxMail:
    return _of_the_day(1)


def digest_of_several() -> OutboxMail:
    return _of_the_day(3)


def clock_changed() -> OutboxMail:
    match = play_on(_match(), 3)
    seat = asked(match)
    clock_acts.give_time(match.seats.exclude(pk=seat.pk).get(), seat, 2 * DAY, match.log_length, SITE)
    return latest("clock_changed")


def clock_changed_by_the_organiser() -> OutboxMail:
    match = play_on(_match(), 3)
    clock_acts.stop_clock(asked(match), "Ann & <Ben> has broken an arm.", match.log_length)
    return latest("clock_changed")


def your_turn_after_an_outage() -> OutboxMail:
    """Return the email about a turn after the site was down for two days, in a match with every kind of pause."""
    control = TimeControl(5 * DAY, DAY, 10 * DAY, weekends=True, nights=True, at_zero="leave")
    with ago(3 * DAY):
        match = play_on(_match(control=control, vacation_pool=pauses.friendly_pool()), 2)
        outages.beat(clock.now())
    outages.beat(clock.now() - HOUR)
    play_on(match, 1)
    return latest("your_turn")


def _restored(players: int) -> OutboxMail:
    """Return the email after restoring a backup of two days ago, to a reader with that many matches.

    The reader is asked in the first and waits in the second.
    """
    reader = strange_player()
    with ago(3 * DAY):
        for n in range(players):
            play_on(MatchFactory(players=[reader, UserFactory(display_name=f"Ben & Co {n}")]), 2 + n)
    outages.beat(clock.now() - 2 * DAY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(restoration, "skip_numbers", lambda: None)
        restoration.restore()
    return latest("restored", reader)


def restored() -> OutboxMail:
    return _restored(1)


def restored_of_several() -> OutboxMail:
    return _restored(2)


def conditional_played() -> OutboxMail:
    """Return the email about a conditional turn: two lines were set, and the first is played."""
    match = MatchFactory(players=[UserFactory(display_name="Cleo"), UserFactory(display_name=STRANGE_NAME)])
    cleo, ann = match.seats.all()
    submit_turn(cleo, 1, "T@b3", SITE)
    set_lines(cleo, "if T@c3 then I@b2 if pass then b3-a1 if pass then a1-b3", SITE)
    submit_turn(ann, 2, "T@c3", SITE, "Mind your Tanks!")
    return latest("conditional_played")


def handed_over() -> OutboxMail:
    match = play_on(_match(), 4)
    handover.hand_over(match.seats.exclude(pk=asked(match).pk).get(), UserFactory(display_name="Nora & <Olaf>"))
    return latest("handed_over")


def taken_back() -> OutboxMail:
    match = play_on(_match(), 5, message="Mind your Tanks & <ships>!")
    deliver_all()
    takeback.take_back(match.seats.exclude(pk=asked(match).pk).get(), SITE)
    return latest("taken_back")


def marked() -> OutboxMail:
    """Return the email about a mark, in a game for a team: the players of Fortify mark nothing for each other."""
    match: Match = MatchFactory(game_slug="fairytale", players=[strange_player(), UserFactory(display_name="Cleo")])
    marks.put_mark(match.seats.get(index=1), "n1", "The diamond & <I>")
    return latest("marked")


def said() -> OutboxMail:
    match = play_on(_match(), 3)
    deliver_all()
    for line in ("Are you & <yours> well?", "I am away on Friday."):
        chat.write_message(match.seats.get(index=0), line, SITE)
    return latest("said")


def said_after_the_match() -> OutboxMail:
    match = play_on(_match(), 3)
    resign(asked(match), SITE)
    chat.write_message(match.seats.get(index=1), "Thank you!", SITE)
    return latest("said")


def standstill() -> OutboxMail:
    match = play_on(_match(), 3)
    clock_acts.stop_clock(asked(match), "Ann & <Ben> is in hospital.", match.log_length)
    Match.objects.filter(pk=match.pk).update(last_turn_at=timezone.now() - timedelta(days=61))
    UserFactory(display_name="The Host", is_staff=True)
    standstills.report(clock.now())
    return latest("standstill")


def _challenge(special: str = "on") -> Offer:
    made: Offer = ChallengeFactory(
        challenger=UserFactory(display_name=STRANGE_NAME),
        email="dora@elsewhere.example",
        options={"map": "5x5", "format": "points-4", "special": special},
        message="A match & a half? Let's see <who> wins.",
        first="me" if special else "you",
    )
    return made


def challenge() -> OutboxMail:
    _challenge()
    return latest("challenge")


def challenge_link() -> OutboxMail:
    offer = ChallengeFactory(challenger=UserFactory(display_name=STRANGE_NAME), by_link=True)
    link_by_email.send_link(offer, "Ann & <Dora>", "dora@elsewhere.example", peer="192.0.2.1")
    return latest("challenge_link")


def challenge_link_to_a_table() -> OutboxMail:
    table = table_of(UserFactory(display_name=STRANGE_NAME), by_link=True, game="fortress")
    link_by_email.send_link(table, "Dora", "dora@elsewhere.example", peer="192.0.2.1")
    return latest("challenge_link")


def _answered(act: Callable[[Offer, User], object]) -> None:
    """Answer a challenge to a match that the other player begins."""
    offer = _challenge(special="")
    act(offer, opponent_of(offer))


def challenge_accepted() -> OutboxMail:
    _answered(answers.accept_place)
    return latest("challenge_accepted")


def match_begun() -> OutboxMail:
    """Return the email about a match begun by the lobby, in which the other player begins."""
    waits, comes = strange_player(), UserFactory()
    given = "ab" * 32
    seek = play_now.play_now(waits, "fortify", ["3"], contribution=given)
    label, came = f"lobby/{seek.pk}", ((waits, given), (comes, given))
    server = next(server for server in iter(new_seed, "") if fairness.mix(server, label, came).players[0] == comes)
    Seek.objects.filter(pk=seek.pk).update(server=server)
    play_now.play_now(comes, "fortify", ["3"], contribution=given)
    return latest("match_begun")


def challenge_declined() -> OutboxMail:
    _answered(answers.decline)
    return latest("challenge_declined")


def challenge_withdrawn() -> OutboxMail:
    offer = _challenge()
    deliver.deliver(latest("challenge").pk)
    answers.withdraw_offer(offer, offer.host)
    return latest("challenge_withdrawn")


def _written(text: str = "", **more: Any) -> User:
    """Reply to the email about a turn with this text, or with a legal turn; return the player who wrote it."""
    match = play_on(_match(), 4)
    seat = asked(match)
    assert seat.player is not None
    text = text or match.game.sample(match.loaded_state, seat.index, random.Random(7))
    write(newest(seat.player, "your_turn"), text, **more)
    return seat.player


def receipt() -> OutboxMail:
    return latest("receipt", _written())


def receipt_of_a_line_and_conditional_turns() -> OutboxMail:
    reader = _written()
    write(newest(reader, "receipt"), "if pass then pass\nsay Ann & <Ben>, I have read your mind.")
    return latest("receipt", reader)


def receipt_of_a_line() -> OutboxMail:
    return latest("receipt", _written("say Ann & <Ben>, well played."))


def refusal() -> OutboxMail:
    return latest("refusal", _written("a1-a5"))


def hello() -> OutboxMail:
    return latest("hello", _written("Hello, & who are you <there>?"))


def position() -> OutboxMail:
    return latest("position", _written("show"))


def confirm_resignation() -> OutboxMail:
    return latest("confirm_resignation", _written("resign"))


def was_this_you() -> OutboxMail:
    return latest("was_this_you", _written("pass", sender="eve@elsewhere.example"))


def seat_changed() -> OutboxMail:
    table = table_of(UserFactory(), game="fortress")
    answers.accept_place(table, strange_player(), message="I’ll bring <cake>.")
    return latest("seat_changed")


def challenge_reply() -> OutboxMail:
    offer = _challenge()
    write(newest(opponent_of(offer)), "Who is this & <why>?")
    return latest("challenge_reply")


def was_this_you_about_a_challenge() -> OutboxMail:
    offer = _challenge()
    write(newest(opponent_of(offer)), "accept", sender="eve@elsewhere.example")
    return latest("was_this_you")


MAKERS: dict[str, Make] = {
    make.__name__: make
    for make in (
        your_turn,
        digest,
        reminder,
        restored,
        vacation_day,
        passed_over,
        conditional_played,
        clock_changed,
        draw_offered,
        draw_declined,
        taken_back,
        handed_over,
        pick_made,
        said,
        marked,
        match_over,
        seat_left,
        baton_passed,
        challenge,
        challenge_link,
        challenge_accepted,
        challenge_declined,
        challenge_withdrawn,
        match_begun,
        seat_changed,
        standstill,
        receipt,
        refusal,
        hello,
        position,
        confirm_resignation,
        was_this_you,
        challenge_reply,
    )
}
OTHERS: dict[str, Make] = {
    make.__name__: make
    for make in (
        your_turn_after_an_outage,
        reminder_of_several,
        digest_of_several,
        restored_of_several,
        clock_changed_by_the_organiser,
        match_over_on_time,
        said_after_the_match,
        receipt_of_a_line,
        receipt_of_a_line_and_conditional_turns,
        was_this_you_about_a_challenge,
        challenge_link_to_a_table,
    )
}


class Made(NamedTuple):
    """An email that was composed; ``asked`` is the SQL that composing it took."""

    pk: int
    letter: EmailMultiAlternatives
    asked: list[str]


@pytest.fixture(scope="module", params=MAKERS | OTHERS)
def made_mail(request: pytest.FixtureRequest, made_once: None) -> Iterator[Made]:
    """An email of each kind in turn, made and composed once for all tests of the module that look at it."""
    with forgotten():
        with pytest.MonkeyPatch.context() as patch:
            take_the_database_along(patch)
            draw_dots(patch)
            mail = (MAKERS | OTHERS)[request.param]()
            found = OutboxMail.objects.get(pk=mail.pk)
            with CaptureQueriesContext(connection) as queries:
                letter = message_of(found)
            made = Made(mail.pk, letter, [query["sql"] for query in queries])
        yield made


@pytest.fixture
def any_mail(made_mail: Made, db: None) -> OutboxMail:
    """An email of each kind, for modules in which no other test looks at the database.

    Whatever the email is about is still stored there.
    """
    return OutboxMail.objects.get(pk=made_mail.pk)


@pytest.fixture
def letter(made_mail: Made) -> EmailMultiAlternatives:
    """The composed message of ``made_mail``, for tests that only read it."""
    return made_mail.letter


@pytest.fixture
def waiting(player: User) -> OutboxMail:
    """An email that waits in the outbox, with its text."""
    mail = queue_composed(player.email, "Your code", "It is 1234.", "<p>It is 1234.</p>", user=player)
    OutboxMail.objects.filter(pk=mail.pk).update(next_try_at=timezone.now() - timedelta(seconds=1))
    mail.refresh_from_db()
    return mail
