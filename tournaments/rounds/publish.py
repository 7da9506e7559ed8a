"""Publishing a draft: it becomes a round at once, and its matches are made one after another.

Publishing itself is one small change. Each match is a transaction of its own, so that a round of hundreds holds up no
one; a worker that dies on the way leaves pairings without a match, and the sweep makes theirs.
"""

from __future__ import annotations

import logging
from functools import partial

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from engine.chance import derive_bytes
from i18n.text import Text, listed, noop, say, say_many
from jobs.broker import Job, broker
from matches.gate import turns
from matches.models import Match, new_seed
from matches.record import fairness
from timekeeping import clock
from tournaments.clocks import all_clocks
from tournaments.locking import organiser_reason, webhook_events
from tournaments.locking.kept import mark_changed
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, Round, TableSeat
from tournaments.permissions.organisers import plays_in

from . import bye_matches, organiser_causes
from . import round_causes as round_mails
from .dates import due_at, not_before
from .drafts import store

log = logging.getLogger(__name__)

MAKE_MATCHES = Job[int]("tournaments.tasks.make_matches")
UNDOING = noop("The round’s earlier matches are still being annulled. Try again in a minute.")
NOT_MADE = Pairing.objects.filter(
    round__stage=Round.Stage.RUNNING,
    round__event__stage=Event.Stage.RUNNING,
    match=None,
    waits=False,
    decided_at=None,
    black__isnull=False,
    white__player__isnull=False,
    black__player__isnull=False,
    white__is_open=False,
    black__is_open=False,
).exclude(Exists(TableSeat.objects.filter(Q(entry__player=None) | Q(entry__is_open=True), pairing=OuterRef("pk"))))


@EVENT.transaction_with_retry
def publish(known: Round, *, by: User | None = None, reason: str = "") -> Round:
    """Publish the draft as it is. Idempotent. Raises ``TournamentRefused``."""
    event = EVENT.lock(known.event_id)
    round = event.round_set.filter(pk=known.pk).first()
    if round is None:
        raise TournamentRefused(_("This round no longer exists."), status=404)
    if round.stage != Round.Stage.DRAFT:
        return round
    _refuse_unless_fit(event, round)
    publish_in(event, round, by=by, reason=organiser_reason.checked(reason, None))
    if by is not None and plays_in(event, by):
        words = say(
            "%(name)s, who plays in this event, saw the draft of round %(round)s.",
            name=by.display_name,
            round=round.number,
        )
        note(event, Kind.ROUND, words, by=by, round_number=round.number)
    return round


def publish_in(event: Event, round: Round, *, by: User | None = None, reason: str = "") -> None:
    """Publish a draft that is known to be fit, with the event locked. Byes are decided; the matches follow."""
    now = clock.now()
    round.event = event
    round.stage, round.published_at = Round.Stage.RUNNING, now
    round.due_at, round.extended_at, round.overdue_told_at = due_at(event, round.number, now), None, None
    round.work, round.failure = Round.Work.DONE, ""
    round.save(update_fields=["stage", "published_at", "due_at", "extended_at", "overdue_told_at", "work", "failure"])
    round.pairings.filter(black=None, decided_at=None).update(decided_at=now)
    forfeited = event.rules.settle_for_those_away(event, round)
    words = say("Round %(round)s was published: %(counted)s.", round=round.number, counted=_counted(round))
    note(event, Kind.ROUND, words, by=by, reason=reason, round_number=round.number)
    webhook_events.emit(event, webhook_events.WebhookEvent.ROUND_PUBLISHED, round=round.pk)
    for pairing in forfeited:
        webhook_events.emit(event, webhook_events.WebhookEvent.MATCH_ENDED, pairing=pairing.pk)
    webhook_events.emit(event, webhook_events.WebhookEvent.TABLE_CHANGED)
    for pairing in round.pairings.filter(black=None).select_related("white__player", "round__event"):
        round_mails.bye(pairing)
    if event.rules.hold_back(event, round):
        start_ready_matches(event)
    queue_match_creation(round.pk)


def start_ready_matches(event: Event) -> None:
    """Let waiting matches of published rounds begin if their players have room, with the event locked."""
    for round_id in event.rules.let_begin(event):
        queue_match_creation(round_id)


def queue_match_creation(round_id: int) -> None:
    """Have a worker make the round's missing matches, after the caller's transaction."""
    transaction.on_commit(partial(broker.ask_soon, MAKE_MATCHES, round_id))


def publishes_itself(event: Event, round: Round) -> bool:
    """Return whether the round is published without an organiser: not if one changed it by hand, or took it back."""
    return event.publishes_itself and round.published_at is None and not round.pairings.filter(is_by_hand=True).exists()


def next_of(event: Event, round: Round) -> None:
    """Move a draft on, with the event locked: publish it, or tell its organisers once that they must.

    It is published if the event is set up that way and its time has come.
    """
    if not publishes_itself(event, round):
        organiser_causes.round_drafted(round)
    elif _is_its_turn(event, round):
        publish_in(event, round)


def _is_its_turn(event: Event, round: Round) -> bool:
    moment = not_before(event, round.number)
    if moment is not None and moment > clock.now():
        return False
    return not what_it_waits_for(event, round)


def what_it_waits_for(event: Event, round: Round) -> str:
    """Return why the draft can't be published yet; "" if it can."""
    before = list(
        event.round_set.filter(number__lt=round.number, closed_at=None)
        .exclude(stage=Round.Stage.CLOSED)
        .order_by("number")
    )
    not_closed = _("Round %(round)s is not closed yet.")
    for each in before:
        if each.stage == Round.Stage.DRAFT:
            return not_closed % {"round": each.number}
    if len(before) >= event.rules.most_open_rounds(event):
        return not_closed % {"round": before[0].number}
    return event.rules.why_no_match_begins(event, round.number) if before else ""


def is_being_undone(round: Round) -> bool:
    """Return whether matches of a round that was taken back are still to be annulled."""
    return round.pairings.filter(decided_at=None, match__isnull=False).exists()


def make_matches(round_id: int) -> int:
    """Make the missing matches of a published round, in board order; return how many."""
    waiting = NOT_MADE.filter(round=round_id).order_by("board").values_list("pk", flat=True)
    made = sum(_made(pairing_id) for pairing_id in list(waiting)) + bye_matches.make_bye_matches(round_id)
    if made:
        mark_changed(Round.objects.values_list("event", flat=True).get(pk=round_id))
    return made


def take_up_again() -> int:
    """Make the missing matches of all rounds; return how many."""
    rounds = NOT_MADE.order_by("round").values_list("round", flat=True).distinct()
    return sum(make_matches(round_id) for round_id in list(rounds)) + bye_matches.make_bye_matches()


def _refuse_unless_fit(event: Event, round: Round) -> None:
    if event.stage != Event.Stage.RUNNING:
        raise TournamentRefused(_("You can only publish rounds while the event is running."), status=409)
    if why := what_it_waits_for(event, round):
        raise TournamentRefused(why, status=409)
    if round.work in (Round.Work.QUEUED, Round.Work.RUNNING):
        raise TournamentRefused(_("The round is being paired. Please wait."), status=409)
    if is_being_undone(round):
        raise TournamentRefused(_(UNDOING), status=409)
    if not round.pairings.exists() and not event.rules.rounds_may_be_empty:
        raise TournamentRefused(_("The round is not paired yet."), status=409)
    if faults := event.rules.reasons_not_to_publish(event, round, store.read_draft(round)):
        raise TournamentRefused(_(event.rules.round_words.unfit) % {"faults": " ".join(faults)}, status=409)


def _counted(round: Round) -> Text:
    matches = round.pairings.filter(black__isnull=False).count()
    byes = round.pairings.filter(black=None).count()
    words = [say_many("%(number)s match", "%(number)s matches", matches)]
    if byes:
        words.append(round.event.rules.without_match(byes))
    return listed(words)


def _made(pairing_id: int) -> bool:
    try:
        return _make(pairing_id)
    except (OperationalError, InterfaceError):  # the database's trouble, not this match's; the sweep comes back
        raise
    except Exception:  # one match that cannot be made must not keep the others of the round from beginning
        log.exception("the match of pairing %s could not be made", pairing_id)
        return False


@transaction.atomic
def _make(pairing_id: int) -> bool:
    list(Pairing.objects.select_for_update(no_key=True).filter(pk=pairing_id))
    pairing = NOT_MADE.filter(pk=pairing_id).select_related("round__event", "white__player", "black__player").first()
    if pairing is None:
        return False
    match = _start(pairing)
    if pairing.size and not match.is_sealed:
        _sit_down(pairing, match)
    if not Pairing.objects.filter(pk=pairing.pk, match=None, decided_at=None).update(match=match):
        raise RuntimeError(f"{pairing} was given a match by somebody else, who had no lock.")
    pairing.match = match
    round_mails.paired(pairing)
    return True


def _start(pairing: Pairing) -> Match:
    event, number = pairing.round.event, pairing.round.number
    options = event.game.further_options(event.options) if pairing.further else event.options
    came = [(entry.player, entry.contribution) for entry in pairing.entries if entry.player is not None]
    shared = event.rules.shared_seed(event, number)
    seed, origin, players = _mixed(pairing, came) if shared is None else (shared, None, [who for who, _given in came])
    match = turns.start_match(
        event.game_slug,
        options,
        players,
        event.control,
        vacation_pool=event.vacation_pool,
        draws=event.draws,
        analysis=event.analysis,
        occasion=occasion(event, number, is_further=pairing.further > 0),
        seed=seed,
        origin=origin,
        occasion_path=reverse("tournaments:round", args=[event.pk, number]),
        clock_act=all_clocks.at_the_beginning(event),
        is_sealed=shared is not None,
        baton=event.baton,
    )
    all_clocks.begin(match, event)
    return match


def _mixed(pairing: Pairing, came: fairness.Came) -> fairness.Mixed:
    """Return the seed of the pairing's next match, with its origin and the players by seat: at a table, by lot."""
    event = pairing.round.event
    label = f"event/{event.pk}/{pairing.round.number}/{pairing.board}/{pairing.further}"
    if event.begun_again:
        label = f"{label}/{event.begun_again}"
    server = derive_bytes(bytes.fromhex(event.server), label).hex() if event.server else new_seed()
    return fairness.mix(server, label, came, seats=None if pairing.size else range(len(came)))


def draw_from_other_bytes(event: Event) -> None:
    """Have later matches drawn from other bytes, if cancelled matches may begin again.

    The event's bytes have been shown, and the same ones would reveal what is hidden in the new matches.
    """
    Event.objects.filter(pk=event.pk).update(begun_again=F("begun_again") + 1)


def _sit_down(pairing: Pairing, match: Match) -> None:
    """Give the seats of the table the order of the match's seats, which was drawn by lot."""
    seats = {seat.entry.player_id: seat for seat in pairing.table_seats.select_related("entry")}
    for seat in match.seats.all():
        own = seats[seat.player_id]
        own.index = seat.index
        own.save(update_fields=["index"])
    first, second = (seat.entry_id for seat in pairing.table_seats.order_by("index")[:2])
    Pairing.objects.filter(pk=pairing.pk).update(white=first, black=second)


def occasion(event: Event, number: int, *, is_further: bool = False) -> Text:
    """Say for what a match of that round is played."""
    if is_further:
        return say("%(event)s, round %(number)s, further match", event=event.name, number=number)
    return say("%(event)s, round %(number)s", event=event.name, number=number)
