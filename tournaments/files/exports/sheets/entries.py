"""The entries of an event as a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.history import Code
from tournaments.entries.seeding import start_list
from tournaments.models import Absence, Entry, Event, Pairing, Round, TableSeat, with_teams
from tournaments.rounds.next_round import coming_round
from tournaments.sheets.sheet import Column, Kind, Sheet, Value

COLUMNS = (
    Column("number", gettext_lazy("No."), Kind.NUMBER),
    Column("player", gettext_lazy("Player")),
    Column("rating", gettext_lazy("Rating"), Kind.NUMBER),
    Column("status", gettext_lazy("Status")),
    Column("from_round", gettext_lazy("From round"), Kind.NUMBER),
    Column("left_from_round", gettext_lazy("Left from round"), Kind.NUMBER),
    Column("absences", gettext_lazy("Absences")),
    Column("entered_at", gettext_lazy("Entered"), Kind.MOMENT),
    Column("checked_in_at", gettext_lazy("Checked in"), Kind.MOMENT),
)


def entries_sheet(event: Event, *, for_organisers: bool = False) -> Sheet:
    """Build the list of entries by number, or before the start by the number they would have now.

    Entries without one follow in the order they came. Players not in the event (applied, invited, waiting, declined)
    and byes of a draft are for its organisers. Three queries, one more if a draft has byes.
    """
    entries = with_teams(event.entries.select_related("player").prefetch_related("absences"), event)
    if not for_organisers:
        entries = entries.filter(Q(status=Entry.Status.ENTERED) | Q(number__isnull=False))
    found = list(entries.order_by("entered_at", "pk"))
    first = start_list(event, [entry for entry in found if entry.number or entry.status == Entry.Status.ENTERED])
    listed = {entry.pk for _number, entry in first}
    others = [(None, entry) for entry in found if entry.pk not in listed]
    has_kept = not for_organisers and any(absence.in_draft for entry in found for absence in entry.absences.all())
    coming = coming_round(event) if has_kept else 0
    began = _first_rounds(event, found)
    rows = [
        _row(number, entry, coming, began.get(entry.pk, entry.back_from), for_organisers=for_organisers)
        for number, entry in (*first, *others)
    ]
    if not event.rules.forms_teams:
        return Sheet(_("Entries"), COLUMNS, rows)
    teams = [entry.own_team for _number, entry in (*first, *others)]
    with_team = [(*row, team or None) for row, team in zip(rows, teams, strict=True)]
    return Sheet(_("Entries"), (*COLUMNS, Column("team", _("Team"))), with_team)


def _first_rounds(event: Event, entries: Sequence[Entry]) -> dict[int, int]:
    """Return the first round that was played, by entry id, for players who came late or came back.

    Players who came back had played earlier rounds. Two queries, if there are any such players.
    """
    came = [entry.pk for entry in entries if entry.back_from > 1]
    if not came:
        return {}
    published = Pairing.objects.filter(round__event=event).exclude(round__stage=Round.Stage.DRAFT)
    in_it = published.filter(Q(black__isnull=False) | Q(white_code=Code.PAIRING_BYE))
    pairs = list(in_it.values_list("round__number", "white", "black"))
    at_tables = TableSeat.objects.filter(pairing__in=published, entry__in=came)
    seats = at_tables.values_list("pairing__round__number", "entry") if event.rules.keeps_table_seats else ()
    rounds = [*((number, pk) for number, *players in pairs for pk in players), *seats]
    return {pk: number for number, pk in sorted(rounds, key=itemgetter(0), reverse=True) if pk in came}


def _row(number: int | None, entry: Entry, coming: int, began: int, *, for_organisers: bool) -> Sequence[Value]:
    told = (absence for absence in entry.absences.all() if for_organisers or absence.is_told(coming))
    absences = sorted(told, key=lambda absence: absence.round_number)
    return (
        number,
        entry.name_for_organisers if for_organisers else entry.shown_name,
        entry.rating or None,
        entry.get_status_display(),
        min(began, entry.back_from),
        entry.gone_from,
        ", ".join(map(_absence, absences)) or None,
        entry.entered_at,
        entry.checked_in_at,
    )


def _absence(absence: Absence) -> str:
    return _("round %(round)s: %(bye)s") % {"round": absence.round_number, "bye": absence.get_bye_display()}
