"""Events played from their beginning to their end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random

from django.db.models import Q

from accounts.models import User
from mail.models import OutboxMail
from matches.mails import turn_delivery
from matches.models import Match
from matches.time_control.time_control import DAY
from tournaments.entries import enter as entering
from tournaments.entries.withdrawals import withdraw
from tournaments.events import start
from tournaments.events.dates.unfinished import with_scores
from tournaments.events.ending import finish
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds import advance, extend, pairing_job, publish, requested_byes
from tournaments.rounds.results import adjudicate, match_finished
from tournaments.rounds.results.verdicts import Rule

from .clock import MovedClock
from .habits import SPREAD, Habits
from .match import SimulatedMatch
from .stopwatch import Stopwatch

LOOK = 0  # in place of a match: the look of the organiser and of those who come and go
LONGEST = timedelta(days=5 * 365)
REASON = "By the points so far."
NO_MORE = "No further round can be paired."


class SimulatedEvent:
    """A simulation of an event that is open for entries.

    Its organiser publishes what doesn't publish itself, settles what is left unfinished if the event is set up that
    way, and ends it, after its last round or when no other can be paired.

    ``clock`` is the time for the whole process meanwhile. Emails count as delivered, except those that were written
    after ``keep_mails`` and aren't about turns. ``worth`` says how strong players are, by id; players entered by
    ``enter`` are as strong as chance has it. ``looks_after`` is how long the organiser stays away. Matches in
    ``unending`` are played on, whatever ``habits`` says.
    """

    def __init__(
        self,
        event: Event,
        organiser: User,
        clock: MovedClock,
        random: Random,
        habits: Habits,
        *,
        watch: Stopwatch | None = None,
        keep_mails: datetime | None = None,
        worth: Mapping[int, float] | None = None,
        looks_after: timedelta = DAY,
    ) -> None:
        self.event, self.organiser, self.clock, self.random, self.habits = event, organiser, clock, random, habits
        self.watch = watch or Stopwatch()
        self.keep_mails, self.looks_after = keep_mails, looks_after
        self.first_mail = OutboxMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        self.due: list[tuple[datetime, int]] = []
        self.seen: set[int] = set()
        self.worth: dict[int, float] = dict(worth or {})
        self.absent: set[int] = set()
        self.unending: set[int] = set()
        self.late: list[User] = []

    # -- before it begins ----------------------------------------------------------------------------------------

    def enter(self, players: list[User], over: timedelta) -> None:
        """Enter these players one after another within that time; some of them only after the start."""
        self.late = (
            [each for each in players[2:] if self.random.random() < self.habits.late] if self._takes_late else []
        )
        early = [player for player in players if player not in self.late]
        for player in players:
            self.worth.setdefault(player.pk, self.random.gauss(0, SPREAD))
        for player in early:
            self.clock.move_to(self.clock.at + over / len(early))
            with self.watch.stage("entering"):
                self._settle_in(entering.enter(self.event, player))

    @property
    def _takes_late(self) -> bool:
        return self.event.late_until > 0

    def _settle_in(self, entry: Entry) -> None:
        if self.random.random() < self.habits.no_shows:
            self.absent.add(entry.player_id or 0)
        if not self.event.half_byes:
            return
        missed = [
            each for each in requested_byes.open_rounds(self.event) if self.random.random() < self.habits.absences
        ]
        if missed and len(missed) < self.event.rounds / 2:
            requested_byes.request_byes(entry, missed)

    # -- as it goes on -------------------------------------------------------------------------------------------

    def play(self, until: datetime | None = None) -> Event:
        """Begin the event and play it to its end, or until that moment, where it is left as it is."""
        play_together([self], until)
        return self.event

    def begin(self) -> None:
        """Begin the event, unless it has begun."""
        if self.due:
            return
        with self.watch.stage("beginning"):
            start.begin(self.event, by=self.organiser)
        self._plan(LOOK, self.looks_after)
        self._go_on()

    @property
    def next_at(self) -> datetime | None:
        """The time at which something next happens in the event; ``None`` once it is over."""
        return self.due[0][0] if self.due and self.event.stage == Event.Stage.RUNNING else None

    def step(self) -> None:
        """Do what comes next."""
        moment, match_id = heappop(self.due)
        self.clock.move_to(moment)
        if match_id == LOOK:
            self._look()
        else:
            self._turn(match_id)

    def agree_draw(self, match: Match) -> None:
        """Have the players of a match agree a draw now."""
        self._table(match.pk).agree_draw()
        match_finished.take_result(match)
        self._go_on()

    def _plan(self, match_id: int, after: timedelta) -> None:
        heappush(self.due, (self.clock.at + after, match_id))

    def _turn(self, match_id: int) -> None:
        table = self._table(match_id)
        if (waits_until := table.waits_until()) is not None and waits_until > self.clock.at:
            self._plan(match_id, waits_until - self.clock.at)
            return
        if waits_until is not None:
            self.deliver()
        with self.watch.stage("turns"):
            is_over = table.go_on()
        if is_over:
            match_finished.take_result(
                table.match
            )  # which may not have heard of it yet, inside a transaction of the caller's
            self._go_on()
        else:
            self._plan(match_id, self.habits.answer_after(self.random))

    def _table(self, match_id: int) -> SimulatedMatch:
        habits = replace(self.habits, turns=0) if match_id in self.unending else self.habits
        return SimulatedMatch(match_id, self.random, habits, self.worth, self.absent)

    def _go_on(self) -> None:
        """Do what workers do, and the organiser at once: pair, publish and make matches, and end the event."""
        self.event.refresh_from_db()
        drafts = self.event.round_set.filter(stage=Round.Stage.DRAFT)
        for round in drafts.filter(work=Round.Work.QUEUED):
            with self.watch.stage("pairing"):
                pairing_job.work(round.pk, round.work_key)
        for round in drafts.filter(work__in=(Round.Work.DONE, Round.Work.FAILED), number__gt=0):
            if round.work == Round.Work.FAILED:
                self.event = finish.end_event(self.event, by=self.organiser, reason=NO_MORE)
                return
            self._publish(round)
        with self.watch.stage("making matches"):
            for round in self.event.round_set.filter(stage=Round.Stage.RUNNING):
                publish.make_matches(round.pk)
        self._sit_down()
        self._end()

    def _publish(self, round: Round) -> None:
        before = self.event.round_set.filter(number__lt=round.number).exclude(stage=Round.Stage.CLOSED)
        if self.event.publishes_itself or before.exists():
            return
        with self.watch.stage("publishing"):
            publish.publish(round, by=self.organiser)

    def _sit_down(self) -> None:
        running = Pairing.objects.filter(round__event=self.event, match__status=Match.Status.RUNNING)
        for match_id in running.exclude(match__in=self.seen).values_list("match", flat=True):
            self.seen.add(match_id)
            self._plan(match_id, self.habits.answer_after(self.random))

    def _end(self) -> None:
        if self.event.stage != Event.Stage.RUNNING:
            return
        if self.event.round_set.filter(stage=Round.Stage.CLOSED).count() == self.event.rounds:
            with self.watch.stage("ending"):
                self.event = finish.end_event(self.event, by=self.organiser)

    # -- once in a while -----------------------------------------------------------------------------------------

    def _look(self) -> None:
        self.deliver()
        self._come_and_go()
        for round in self.event.round_set.filter(stage=Round.Stage.RUNNING, due_at__lte=self.clock.at):
            extend.on_round_due(round.pk)
            self._settle(round.pk)
        advance.advance_locked(self.event.pk)
        self._go_on()
        self._plan(LOOK, self.looks_after)

    def deliver(self) -> None:
        """Mark all emails as delivered, so that no clock waits for one."""
        mails = OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED, pk__gt=self.first_mail)
        if self.keep_mails is not None:
            mails = mails.filter(Q(queued_at__lte=self.keep_mails) | Q(kind=turn_delivery.KIND))
        mails.update(status=OutboxMail.Status.SENT, sent_at=self.clock.at)

    def _come_and_go(self) -> None:
        for player in self.late[:1]:
            self.late.remove(player)
            try:
                self._settle_in(entering.enter(self.event, player))
            except TournamentRefused:
                return
        for entry in self.event.entries.filter(status=Entry.Status.ENTERED, number__isnull=False).select_related(
            "player"
        ):
            if self.random.random() < self.habits.leavers / 7:
                withdraw.withdraw(entry, by=entry.player)

    def _settle(self, round_id: int) -> None:
        """Settle each match of a round by its points so far, if an organiser must and the time is over for good."""
        round = Round.objects.get(pk=round_id)
        if self.event.unfinished == Event.Unfinished.WAIT or round.overdue_told_at is None:
            return
        found = round.pairings.filter(decided_at=None, match__isnull=False)
        found = found.select_related("round__event", "match", "white__player", "black__player")
        for each in with_scores(list(found)):
            if verdict := self.event.rules.verdict_by(Rule.POINTS, each):
                adjudicate.settle_pairing(each.pairing, verdict, by=self.organiser, reason=REASON)


def play_together(events: Sequence[SimulatedEvent], until: datetime | None = None) -> None:
    """Begin events that share a clock, such as a season's divisions, and play them side by side.

    Each is played to its end, or all until that moment.
    """
    for each in events:
        each.begin()
    last = until or (max(each.clock.at for each in events) + LONGEST)
    while due := [(each.next_at, place) for place, each in enumerate(events) if each.next_at and each.next_at <= last]:
        events[min(due)[1]].step()
    for each in events:
        each.deliver()
