"""An event played from its beginning to its end."""

from __future__ import annotations

from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random

from django.db.models import Q

from fortify_site.accounts.models import User
from matches.clocks import DAY
from matches.mail import announcing
from matches.models import Match, OutboxMail
from tournaments import absences, beginning, closing, entering, going_on, leaving, publishing, results, rounds, settling
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.refusal import Refused

from .clock import MovedClock
from .habits import SPREAD, Habits
from .playing import Table
from .stopwatch import Stopwatch

LOOK = 0  # in place of a match: the daily look of the organiser and of those who come and go
LONGEST = timedelta(days=5 * 365)
REASON = "By the points so far."
NO_MORE = "No further round can be paired."


class Season:
    """Plays an event that is open for entries. Its organiser publishes what does not publish itself, settles what is
    left unfinished where the event has it so, and ends it, after its last round or when no other can be paired.

    ``clock`` is the process's for as long. Mails are taken for delivered, but for those that were written after
    ``keep_mails`` and are not about turns.
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
    ) -> None:
        self.event, self.organiser, self.clock, self.random, self.habits = event, organiser, clock, random, habits
        self.watch = watch or Stopwatch()
        self.keep_mails = keep_mails
        self.first_mail = OutboxMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        self.due: list[tuple[datetime, int]] = []
        self.seen: set[int] = set()
        self.worth: dict[int, float] = {}
        self.absent: set[int] = set()
        self.late: list[User] = []

    # -- before it begins ----------------------------------------------------------------------------------------

    def enter(self, players: list[User], over: timedelta) -> None:
        """They enter one after another within that time; some of them only when it has begun."""
        self.late = (
            [each for each in players[2:] if self.random.random() < self.habits.late] if self._takes_late else []
        )
        early = [player for player in players if player not in self.late]
        for player in players:
            self.worth[player.pk] = self.random.gauss(0, SPREAD)
        for player in early:
            self.clock.move_to(self.clock.at + over / len(early))
            with self.watch.stage("entering"):
                self._settle_in(entering.enter(self.event, player))

    @property
    def _takes_late(self) -> bool:
        return self.event.is_swiss and self.event.late_until > 0

    def _settle_in(self, entry: Entry) -> None:
        if self.random.random() < self.habits.no_shows:
            self.absent.add(entry.player_id or 0)
        if not self.event.is_swiss:
            return
        missed = [each for each in absences.open_rounds(self.event) if self.random.random() < self.habits.absences]
        if missed and len(missed) < self.event.rounds / 2:
            absences.plan(entry, missed)

    # -- as it goes on -------------------------------------------------------------------------------------------

    def play(self, until: datetime | None = None) -> Event:
        """Begin the event and play it to its end, or until that moment, where it is left as it stands."""
        with self.watch.stage("beginning"):
            beginning.begin(self.event, by=self.organiser)
        last = until or self.clock.at + LONGEST
        self._plan(LOOK, DAY)
        self._go_on()
        while self.due and self.due[0][0] <= last and self.event.stage == Event.Stage.RUNNING:
            moment, match_id = heappop(self.due)
            self.clock.move_to(moment)
            if match_id == LOOK:
                self._look()
            else:
                self._turn(match_id)
        self._deliver()
        return self.event

    def _plan(self, match_id: int, after: timedelta) -> None:
        heappush(self.due, (self.clock.at + after, match_id))

    def _turn(self, match_id: int) -> None:
        table = Table(match_id, self.random, self.habits, self.worth, self.absent)
        if (waits_until := table.waits_until()) is not None and waits_until > self.clock.at:
            self._plan(match_id, waits_until - self.clock.at)
            return
        if waits_until is not None:
            self._deliver()
        with self.watch.stage("turns"):
            is_over = table.go_on()
        if is_over:
            results.take(table.match)  # which may not have heard of it yet, inside a transaction of the caller's
            self._go_on()
        else:
            self._plan(match_id, self.habits.answer_after(self.random))

    def _go_on(self) -> None:
        """What workers do, and the organiser at once."""
        self.event.refresh_from_db()
        for round in self.event.round_set.filter(stage=Round.Stage.DRAFT, work=Round.Work.QUEUED):
            with self.watch.stage("pairing"):
                rounds.work(round.pk, round.work_key)
        for round in self.event.round_set.filter(stage=Round.Stage.DRAFT, work=Round.Work.DONE, number__gt=0):
            self._publish(round)
        if self.event.round_set.filter(stage=Round.Stage.DRAFT, work=Round.Work.FAILED).exists():
            self.event = closing.end(self.event, by=self.organiser, reason=NO_MORE)
            return
        with self.watch.stage("making matches"):
            for round in self.event.round_set.filter(stage=Round.Stage.RUNNING):
                publishing.make_matches(round.pk)
        self._sit_down()
        self._end()

    def _publish(self, round: Round) -> None:
        before = self.event.round_set.filter(number__lt=round.number).exclude(stage=Round.Stage.CLOSED)
        if self.event.publishes_itself or before.exists():
            return
        with self.watch.stage("publishing"):
            publishing.publish(round, by=self.organiser)

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
                self.event = closing.end(self.event, by=self.organiser)

    # -- once a day ----------------------------------------------------------------------------------------------

    def _look(self) -> None:
        self._deliver()
        self._come_and_go()
        for round in self.event.round_set.filter(stage=Round.Stage.RUNNING, due_at__lte=self.clock.at):
            closing.look_at_due(round.pk)
            self._settle(round.pk)
        going_on.look_after(self.event.pk)
        self._go_on()
        self._plan(LOOK, DAY)

    def _deliver(self) -> None:
        """All mails have arrived: nobody's clock is held for one."""
        mails = OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED, pk__gt=self.first_mail)
        if self.keep_mails is not None:
            mails = mails.filter(Q(queued_at__lte=self.keep_mails) | Q(kind=announcing.KIND))
        mails.update(status=OutboxMail.Status.SENT, sent_at=self.clock.at)

    def _come_and_go(self) -> None:
        for player in self.late[:1]:
            self.late.remove(player)
            try:
                self._settle_in(entering.enter(self.event, player))
            except Refused:
                return
        for entry in self.event.entries.filter(status=Entry.Status.ENTERED, number__isnull=False).select_related(
            "player"
        ):
            if self.random.random() < self.habits.leavers / 7:
                leaving.withdraw(entry, by=entry.player)

    def _settle(self, round_id: int) -> None:
        """Where an organiser is to do so, and the time is over for good: each match by its points so far."""
        round = Round.objects.get(pk=round_id)
        if self.event.unfinished == Event.Unfinished.WAIT or round.overdue_told_at is None:
            return
        for pairing in round.pairings.filter(decided_at=None, match__isnull=False).select_related("round", "match"):
            assert pairing.match is not None
            first, second = pairing.match.game.view(pairing.match.loaded_state)["scores"]
            verdict = settling.Verdict.DRAW
            if first != second:
                verdict = settling.Verdict.WHITE if first > second else settling.Verdict.BLACK
            settling.settle(pairing, verdict, by=self.organiser, reason=REASON)
