"""The same thing at the same moment, on real connections."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches import sweep
from matches.clocks import outages
from matches.gate import clock_acts, draws, handover, lock, turns
from matches.gate.locked_match import LockedMatch
from matches.gate.refused import MatchRefused
from matches.home import reminders
from matches.models import LogEntry, Match, Outage, Reminder, Seat
from matches.offers import answers
from matches.offers.refused import OfferRefused
from matches.playing import abandoned
from matches.time_control.time_control import GRACE
from matches.verify.replay import differences
from tests.matches.verify.test_random_matches import replayed, stored
from tests.support.concurrently import at_once, held
from tests.support.factories import ChallengeFactory, MatchFactory, UserFactory
from tests.support.matches import SITE, play_picks, submit, told
from tests.support.offers import accepted

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]
ROUNDS = 8
MAIL = LogEntry.Via.MAIL


def start() -> Match:
    match: Match = MatchFactory(game_slug="toy", players=[UserFactory(), UserFactory()])
    return match


def check_is_sound(match: Match) -> None:
    """The log has no gap, replays to the state, and everyone who is asked was written to once."""
    assert [turn.index for turn in match.log.all()] == list(range(Match.objects.get(pk=match.pk).log_length))
    assert replayed(match) == stored(match)
    for seat in match.seats.filter(asked_turn__isnull=False):
        key = f"your_turn:{seat.pk}:{seat.asked_turn}"
        assert OutboxMail.objects.filter(key=key).count() == 1


def test_a_double_click_plays_once_and_answers_alike(db: None) -> None:
    for _ in range(ROUNDS):
        match = start()
        seat = match.seats.get(index=0)
        results = at_once(*[partial(turns.submit_turn, seat, 1, "pick 4", SITE)] * 4)
        assert len({turn.pk for turn in results}) == 1
        check_is_sound(match)


def test_a_seat_is_handed_over_before_a_turn_or_after_it(db: None) -> None:
    for _ in range(ROUNDS):
        match = start()
        seat = match.seats.get(index=0)
        handed, played = at_once(
            partial(handover.hand_over, seat, UserFactory()), partial(turns.submit_turn, seat, 1, "pick 4", SITE)
        )
        assert handed.kind == "handed_over"
        assert isinstance(played, MatchRefused) or played.index < handed.index
        check_is_sound(match)
        assert differences(Match.objects.get(pk=match.pk)) == []


def test_of_two_different_turns_one_is_played(db: None) -> None:
    for _ in range(ROUNDS):
        match = start()
        seat = match.seats.get(index=0)
        results = at_once(
            partial(turns.submit_turn, seat, 1, "pick 4", SITE),
            partial(turns.submit_turn, seat, 1, "pick 5", LogEntry.Via.LINK),
        )
        refused = [result for result in results if isinstance(result, MatchRefused)]
        assert [refusal.code for refusal in refused] == ["stale"]
        assert match.log.count() == 1
        check_is_sound(match)


def test_seats_that_act_at_once_do_not_undo_each_other(db: None) -> None:
    for _ in range(ROUNDS):
        match = start()
        one, two = match.seats.all()
        at_once(
            partial(turns.submit_turn, one, 1, "pick 4", SITE),
            partial(turns.submit_turn, two, 2, "pick 5", SITE),
        )
        assert match.log.count() == 2
        check_is_sound(match)
        assert match.seats.get(index=0).asked_turn == 3


def sweep_until(moment: datetime) -> None:
    while timezone.now() < moment:
        sweep.sweep_deadlines()


def asked() -> Seat:
    """A seat that adds next, and was told so."""
    match = start()
    play_picks(match)
    return told(match).seats.select_related("match").get(index=0)


def with_deadline(seat: Seat, deadline: datetime) -> datetime:
    Seat.objects.filter(pk=seat.pk).update(deadline=deadline)
    return deadline


def add(seat: Seat, moment: datetime, stamped_at: datetime) -> LogEntry:
    while timezone.now() < moment:
        pass
    return turns.submit_turn(seat, seat.asked_turn or 0, "add 4", SITE, stamped_at=stamped_at)


def decided_at_once(after_grace: timedelta, stamped_after_grace: timedelta) -> str:
    """What becomes of a turn that is processed so long after the grace has ended, beside two sweepers, and that was
    stamped so long after it."""
    seat = asked()
    decision = timezone.now() + timedelta(milliseconds=30)
    deadline = with_deadline(seat, decision - GRACE)
    sweeping = partial(sweep_until, decision + timedelta(milliseconds=60))
    at_once(sweeping, sweeping, partial(add, seat, decision + after_grace, decision + stamped_after_grace))
    sweep_until(decision + timedelta(milliseconds=1))
    sweep.sweep_deadlines()
    check_is_sound(seat.match)
    (decided,) = seat.match.log.filter(index__gte=2)
    assert decided.kind == "play" or decided.at > deadline + GRACE
    return str(decided.kind)


def test_a_turn_and_the_time_out_are_one_decision(db: None) -> None:
    for offset in range(-4, 4):
        assert decided_at_once(timedelta(milliseconds=offset), timedelta(0)) in {"play", "time"}


def test_a_turn_stamped_in_time_wins_over_every_sweep_before_the_grace_has_ended(db: None) -> None:
    seat, now = asked(), timezone.now()
    with_deadline(seat, now - GRACE / 2)
    sweeping = partial(sweep_until, now + timedelta(milliseconds=200))
    at_once(sweeping, sweeping, partial(add, seat, now, now))
    assert [turn.kind for turn in seat.match.log.filter(index__gte=2)] == ["play"]
    check_is_sound(seat.match)


def test_a_turn_stamped_after_the_grace_never_wins(db: None) -> None:
    for offset in (-20, -4, 0, 4):
        assert decided_at_once(timedelta(milliseconds=offset), timedelta(microseconds=1)) == "time"


def test_two_sweepers_are_as_one(db: None) -> None:
    matches = [told(start()) for _ in range(6)]
    Seat.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    at_once(*[sweep.sweep_deadlines] * 3)
    sweep.sweep_deadlines()
    for match in matches:
        assert [turn.kind for turn in match.log.all()] == ["time"]
        assert OutboxMail.objects.filter(match=match, kind="match_over").count() == 2


def test_two_sweepers_after_an_outage_give_it_back_once(db: None) -> None:
    match = start()
    outages.beat(match.started_at)
    at_once(*[partial(outages.beat, match.started_at + timedelta(hours=5))] * 3)
    (outage,) = Outage.objects.all()
    assert outage.clocks == 2
    for seat in match.seats.all():
        assert seat.deadline == match.started_at + timedelta(days=3, hours=5)


def test_two_sweepers_remind_once(db: None) -> None:
    match = told(start())
    players = [told(MatchFactory(game_slug="toy", players=[UserFactory()])) for _ in range(4)]
    at_once(*[partial(reminders.send_due, match.started_at + timedelta(days=2, minutes=5))] * 3)
    assert OutboxMail.objects.filter(kind="reminder").count() == 2 + len(players)
    assert Reminder.objects.count() == 2 + len(players)


def test_two_who_look_for_standstills_tell_the_host_once(host: User) -> None:
    match = start()
    match.seats.update(deadline=None, stopped=Seat.Stopped.ORGANISER)
    at_once(*[partial(abandoned.report, match.started_at + timedelta(days=61))] * 3)
    assert OutboxMail.objects.filter(kind="standstill").count() == 1


def test_two_offers_at_once_are_an_agreement(db: None) -> None:
    for _ in range(ROUNDS):
        match = start()
        one, two = match.seats.all()
        at_once(partial(draws.offer_draw, one, MAIL), partial(draws.offer_draw, two, MAIL))
        assert [turn.kind for turn in match.log.all()] == ["draw_offer", "agreement"]
        check_is_sound(match)


def test_resigning_and_accepting_a_draw_at_once_end_the_match_once(db: None) -> None:
    for _ in range(ROUNDS):
        match = start()
        one, two = match.seats.all()
        draws.offer_draw(one, SITE)
        at_once(partial(turns.resign, one, SITE), partial(draws.accept_draw, two, SITE))
        assert match.log.count() == 2
        assert OutboxMail.objects.filter(match=match, kind="match_over").count() == 2
        check_is_sound(match)


def test_an_open_challenge_is_taken_once(db: None) -> None:
    for _ in range(ROUNDS):
        made = ChallengeFactory(game_slug="toy")
        takers = [UserFactory() for _ in range(3)]
        before = Match.objects.count()
        results = at_once(*[partial(answers.accept_place, made, user) for user in takers])
        assert Match.objects.count() == before + 1
        refused = [result for result in results if isinstance(result, OfferRefused)]
        assert [(refusal.code, refusal.message) for refusal in refused] == [
            ("closed", "This challenge was already accepted, and the match has begun.")
        ] * 2


def test_accepting_and_withdrawing_at_once_are_one_answer(db: None) -> None:
    for _ in range(ROUNDS):
        opponent = UserFactory()
        made = ChallengeFactory(game_slug="toy", opponent=opponent)
        at_once(
            partial(answers.accept_place, made, opponent),
            partial(answers.withdraw_offer, made, made.host),
        )
        made.refresh_from_db()
        assert (made.status, made.match_id is None) in {("begun", False), ("withdrawn", True)}


def test_two_who_invite_one_address_reach_one_guest(db: None) -> None:
    for n in range(ROUNDS):
        at_once(
            *[
                partial(
                    ChallengeFactory,
                    challenger=user,
                    email=f"zed{n}@elsewhere.example",
                    game_slug="toy",
                )
                for user in (UserFactory(), UserFactory())
            ]
        )
        assert User.objects.filter(email=f"zed{n}@elsewhere.example").count() == 1


def test_the_same_challenge_sent_twice_at_once_is_made_once(db: None) -> None:
    for _ in range(ROUNDS):
        challenger, opponent = UserFactory(), UserFactory()
        results = at_once(*[partial(ChallengeFactory, challenger=challenger, opponent=opponent, game_slug="toy")] * 2)
        assert [result.code for result in results if isinstance(result, OfferRefused)] == ["repeat"]


@pytest.mark.postgres
def test_the_sweep_passes_over_a_match_that_is_being_played(db: None) -> None:
    match, other = told(start()), told(start())
    Seat.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    with held(match):
        assert sweep.sweep_deadlines() == 1
        assert other.log.count() == 1
        assert match.log.count() == 0


@pytest.mark.postgres
def test_an_outage_that_ends_while_time_is_given_moves_the_clock_as_well(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start()
    giver, seat = match.seats.all()
    real, moves = lock.save, [partial(outages.beat, timezone.now() + timedelta(hours=5))]
    outages.beat(timezone.now())

    def save(locked_match: LockedMatch) -> None:
        while moves:
            at_once(moves.pop())
        real(locked_match)

    monkeypatch.setattr(lock, "save", save)
    clock_acts.give_time(giver, seat, timedelta(days=1), 0, SITE)
    (outage,) = Outage.objects.all()
    gap = outage.ended_at - outage.began_at
    assert seat.deadline is not None
    assert match.seats.get(pk=seat.pk).deadline == seat.deadline + timedelta(days=1) + gap


@pytest.mark.postgres
def test_a_lock_held_too_long_is_said_in_words(db: None) -> None:
    match = start()
    seat = match.seats.get(index=0)
    with held(match):
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '100ms'")
        with pytest.raises(MatchRefused, match="is busy just now") as refused:
            turns.submit_turn(seat, 1, "pick 4", SITE)
        assert refused.value.code == "busy"
    connection.close()
    assert submit(seat, "pick 4").index == 0


@pytest.mark.postgres
def test_a_challenge_held_too_long_is_said_in_words(db: None) -> None:
    opponent = UserFactory()
    challenge = ChallengeFactory(opponent=opponent, game_slug="toy")
    with held(challenge):
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '100ms'")
        with pytest.raises(OfferRefused, match="The site is busy") as refused:
            answers.accept_place(challenge, opponent)
        assert (refused.value.code, refused.value.status) == ("busy", 503)
    connection.close()
    assert accepted(challenge, opponent).seats.count() == 2
