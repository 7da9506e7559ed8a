"""Rounds that a player asks beforehand to miss, and the byes for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.choices import said
from i18n.text import Text, listed, say, say_many
from matches.input.daily_limit import count_against_daily_limit, daily_limit_reached
from matches.input.text import one_line
from timekeeping import clock
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Absence, Entry, Event, Pairing, Round
from tournaments.rounds.next_round import coming_round

from .drafts import redraw
from .drafts.store import store_absence

MOST_CHANGES = 20  # in a day, by a player of an event
Stage, Status, Bye = Event.Stage, Entry.Status, Absence.Bye


@EVENT.transaction_with_retry
def request_byes(entry: Entry, rounds: Collection[int]) -> list[Absence]:
    """Have the player miss these of the open rounds, and no others.

    The first absences bring half a point, as many as the event allows, but never in the last round. Raises
    ``TournamentRefused``.
    """
    event = EVENT.lock(entry.event_id)
    rounds = frozenset(rounds)
    entry = _who_plays(event, entry.pk)
    free = open_rounds(event)
    if late := sorted(number for number in rounds if number not in free):
        raise TournamentRefused(_too_late(event, late[0]), "rounds", status=409)
    found = {absence.round_number: absence for absence in entry.absences.filter(round_number__in=free)}
    planned = {number for number, absence in found.items() if absence.is_told(free.start)}
    if event.stage == Stage.RUNNING and len(rounds) == len(free) > 1 and rounds != planned:
        raise TournamentRefused(_("Those are all the remaining rounds: withdraw instead."), "rounds")
    if len(rounds) == event.rounds:
        raise TournamentRefused(_("You can’t miss every round of the event."), "rounds")
    dropped = sorted(planned - rounds)
    if rounds != planned:
        _refuse_too_often(entry)
    entry.absences.filter(round_number__in=dropped).delete()
    added = sorted(rounds - planned)
    entry.absences.filter(round_number__in=added).update(in_draft=False)
    new = [number for number in added if number not in found]
    byes = _byes(event, entry, new)
    Absence.objects.bulk_create(
        Absence(entry=entry, round_number=number, bye=bye) for number, bye in zip(new, byes, strict=True)
    )
    _pair_again(event, entry, {*added, *dropped})
    if added or dropped:
        note(event, Kind.ENTRY, _words(entry, added, dropped), by=entry.player, entry=entry)
    absences = entry.absences.order_by("round_number")
    return [absence for absence in absences if absence.is_told(free.start)]


@EVENT.transaction_with_retry
def grant(entry: Entry, number: int, bye: str | None, *, by: User, reason: str) -> None:
    """Let a player miss a round with the bye an organiser chooses, or (``None``) play it after all.

    If the round is drafted already, players learn of it when it is published. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(entry.event_id)
    reason = one_line(reason)
    entry = _who_plays(event, entry.pk)
    if not reason:
        raise TournamentRefused(_("Give a reason: players see it in the log."), "reason")
    if bye is not None and bye not in event.rules.bye_words.letters:
        raise TournamentRefused(_("Choose the points for the bye."), "bye")
    if number not in open_rounds(event):
        raise TournamentRefused(_too_late(event, number), "round", status=409)
    in_draft = event.round_set.filter(number=number, stage=Round.Stage.DRAFT).exists()
    if bye is None:
        entry.absences.filter(round_number=number).delete()
        words = say("%(name)s plays round %(round)s after all.", name=entry.shown_name, round=number)
    else:
        store_absence(entry.pk, number, bye, in_draft=in_draft)
        words = event.rules.missed_words(entry.shown_name, number, said(Bye(bye).label))
    _pair_again(event, entry, {number})
    kind = Kind.PAIRING if in_draft else Kind.ENTRY
    note(event, kind, words, by=by, reason=reason, entry=entry, round_number=number)


def open_rounds(event: Event) -> range:
    """Return the rounds that a player may still ask to miss: all that aren't published."""
    if event.rules.why_not.miss_a_round or event.stage not in (Stage.REGISTRATION, Stage.RUNNING):
        return range(0)
    return range(coming_round(event), event.rounds + 1)


def halves_left(event: Event, entry: Entry) -> int:
    """Return for how many more absences the player gets half a point; byes for late entry count, too."""
    announced = entry.absences.filter(bye=Bye.HALF)
    late = Pairing.objects.filter(white=entry, black=None, white_code=Bye.HALF)
    late = late.exclude(round__number__in=open_rounds(event))  # a draft still has the bye of an absence just dropped
    late = late.exclude(round__number__in=announced.values("round_number"))
    return max(0, event.half_byes - announced.count() - late.count())


def _byes(event: Event, entry: Entry, rounds: Sequence[int]) -> list[Absence.Bye]:
    left, byes = halves_left(event, entry), []
    for number in rounds:
        is_half = left > 0 and number != event.rounds
        byes.append(Bye.HALF if is_half else Bye.ZERO)
        left -= is_half
    return byes


def _who_plays(event: Event, entry_id: int) -> Entry:
    entry = event.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None or entry.status not in (Status.ENTERED, Status.WAITING, Status.APPLIED):
        raise TournamentRefused(_("Only players in this event can ask for a bye."), status=409)
    if words := event.rules.why_not.miss_a_round:
        raise TournamentRefused(str(words), status=409)
    if event.stage not in (Stage.REGISTRATION, Stage.RUNNING):
        raise TournamentRefused(_("There’s no round left to miss."), status=409)
    return entry


def _refuse_too_often(entry: Entry) -> None:
    """Count one more change of the player's byes. Raises ``TournamentRefused`` if that is too many today.

    Each change is a line of the log, and may have the round paired again.
    """
    if entry.player is None:
        return
    what, now = f"byes-{entry.pk}", clock.now()
    if daily_limit_reached(what, entry.player, now, MOST_CHANGES):
        words = _("You’ve changed your byes %(number)s times today. Continue tomorrow.")
        raise TournamentRefused(words % {"number": MOST_CHANGES}, "rounds", 429)
    count_against_daily_limit(what, entry.player, now)


def _pair_again(event: Event, entry: Entry, changed: Collection[int]) -> None:
    if coming_round(event) in changed:
        redraw.people_changed(event, give_up_pairs_of=[entry.pk])


def _too_late(event: Event, number: int) -> str:
    if not 1 <= number <= event.rounds:
        return _("This event has rounds 1 to %(rounds)s.") % {"rounds": event.rounds}
    return _("Round %(round)s has begun.") % {"round": number}


def _words(entry: Entry, added: Sequence[int], dropped: Sequence[int]) -> Text:
    name = entry.shown_name
    if not dropped:
        return say("%(name)s will miss %(missed)s.", name=name, missed=_rounds(added))
    if not added:
        return say("%(name)s plays %(played)s after all.", name=name, played=_rounds(dropped))
    return say(
        "%(name)s will miss %(missed)s and plays %(played)s after all.",
        name=name,
        missed=_rounds(added),
        played=_rounds(dropped),
    )


def _rounds(numbers: Sequence[int]) -> Text:
    """Name the rounds as the object of a sentence: "rounds 3 and 4"."""
    return say_many(
        "round %(rounds)s", "rounds %(rounds)s", len(numbers), rounds=listed([str(each) for each in numbers])
    )
