"""Taking a free place: its matches continue with the new player, or start again.

If they continue, the leaver's results stay with the place, as in a team whose player is replaced; a match in which both
of them have played isn't rated. If they start again, what was played in the place no longer counts, and each opponent
who is still there is met again.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import joined, say, say_many
from matches.gate import handover, rulings
from tournaments.entries import entry_causes
from tournaments.locking import season as season_locking
from tournaments.locking import webhook_events
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused, unless_over
from tournaments.models import Entry, Event, Pairing, PlaceOffer, Round, Season, Vacancy
from tournaments.rounds import publish
from tournaments.standings.result_words import both

from . import find_replacement, move_up, vacancies


def accept_place_offer(made: PlaceOffer, player: User) -> Entry:
    """Accept an offered place. Idempotent. Raises ``TournamentRefused``."""

    def act(season: Season, event: Event) -> Entry:
        current = PlaceOffer.objects.get(pk=made.pk)
        if current.answer == PlaceOffer.Answer.ACCEPTED and current.player_id == player.pk:
            return event.entries.select_related("player").get(pk=made.vacancy.entry_id)
        vacancy = find_replacement.open_one(made.vacancy)
        if current.answer or current.player_id != player.pk:
            raise TournamentRefused(_("This place is no longer free."), status=409)
        current.answer = PlaceOffer.Answer.ACCEPTED
        current.save(update_fields=["answer"])
        return _fill(season, event, vacancy, player, by=player)

    return season_locking.decide(made.vacancy.entry.event_id, act)


def put_in(vacancy: Vacancy, player: User, *, by: User) -> Entry:
    """Give the place, as an organiser, to a player who has agreed to take it. Raises ``TournamentRefused``."""

    def act(season: Season, event: Event) -> Entry:
        if Vacancy.objects.filter(pk=vacancy.pk, taken_by=player).exists():
            return event.entries.select_related("player").get(pk=vacancy.entry_id)
        return _fill(season, event, find_replacement.open_one(vacancy), player, by=by)

    return season_locking.decide(vacancy.entry.event_id, act)


def _fill(season: Season, event: Event, vacancy: Vacancy, player: User, *, by: User) -> Entry:
    find_replacement.refuse_unless_possible(season, event, player)
    entry = Entry.objects.select_related("player").get(pk=vacancy.entry_id)
    entry.event = event
    former = vacancy.name
    matches = _start_anew(event, entry) if vacancy.starts_anew else _take_over(entry, player)
    entry.before = joined([*_names(entry), former], ", ")
    entry.player, entry.status = player, Entry.Status.ENTERED
    entry.gone_from, entry.is_no_show, entry.is_open, entry.left_words = None, False, False, ""
    came = move_up.change_line_up(season, event, vacancy.player, former, player)
    entry.contribution = came.contribution
    entry.save()
    entry.absences.all().delete()
    vacancy.taken_by = player
    vacancy.save(update_fields=["taken_by"])
    vacancies.close(vacancy, Vacancy.End.TAKEN)
    note(event, Kind.ENTRY, _words(entry, former, matches, anew=vacancy.starts_anew), by=by, entry=entry)
    webhook_events.emit(event, webhook_events.WebhookEvent.TABLE_CHANGED)
    entry_causes.entered(entry, "anew" if vacancy.starts_anew else "took_over")
    vacancies.play_on(event)
    return entry


def _names(entry: Entry) -> list[str]:
    """Return the names of the players who had the place before the last one, as they are called now."""
    earlier = entry.vacancies.filter(end=Vacancy.End.TAKEN).select_related("player").order_by("at")
    return [each.name for each in earlier]


def _words(entry: Entry, former: str, matches: int, *, anew: bool) -> str:
    facts = {"name": entry.shown_name, "former": former}
    if anew:
        return say("%(name)s now plays for %(former)s and starts all matches again.", **facts)
    return say_many(
        "%(name)s now plays for %(former)s and takes over %(number)s match.",
        "%(name)s now plays for %(former)s and takes over %(number)s matches.",
        matches,
        **facts,
    )


# -- the matches ---------------------------------------------------------------------------------------------------


def _take_over(entry: Entry, player: User) -> int:
    taken = 0
    for seat in vacancies.running_seats(entry):
        with unless_over():
            handover.hand_over(seat, player)
            taken += 1
    return taken


def _start_anew(event: Event, entry: Entry) -> int:
    """Annul what was played in the place against players who are still there; return how many matches start again."""
    again = 0
    for pairing in vacancies.pairings_of(entry).exclude(round__stage=Round.Stage.DRAFT):
        opponent = pairing.black if pairing.white_id == entry.pk else pairing.white
        if opponent is None or (opponent.status in Entry.LEFT and not opponent.is_open):
            continue
        _put_aside(event, pairing, entry)
        again += 1
    publish.draw_from_other_bytes(event)
    return again


def _put_aside(event: Event, pairing: Pairing, entry: Entry) -> None:
    match = pairing.match
    if pairing.decided_at is not None and not pairing.is_annulled:
        _note_result(event, pairing)
    Pairing.objects.filter(pk=pairing.pk).update(
        match=None,
        white_code="",
        black_code="",
        white_points=None,
        black_points=None,
        is_annulled=False,
        settled_by_hand=False,
        decided_at=None,
        waits=True,
    )
    pairing.cards.update(pairing=None)  # they were for a match that no longer counts; the new one may bring others
    Round.objects.filter(pk=pairing.round_id, stage=Round.Stage.CLOSED).update(stage=Round.Stage.RUNNING)
    if match is not None and not match.is_over:
        with unless_over():
            rulings.annul(match, say("%(name)s has left; the replacement starts a new match.", name=entry.shown_name))


def _note_result(event: Event, pairing: Pairing) -> None:
    words = say(
        "Round %(round)s: %(white)s – %(black)s %(score)s no longer counts.",
        round=pairing.round.number,
        white=pairing.white.shown_name,
        black=pairing.black.shown_name if pairing.black else "",
        score=both(pairing.white_code, pairing.black_code),
    )
    note(event, Kind.RESULT, words, round_number=pairing.round.number)
