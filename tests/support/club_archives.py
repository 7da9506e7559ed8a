"""Clubs with a history, and what is read from their archives."""

from __future__ import annotations

import hashlib
import io
import json
import random
from datetime import timedelta
from functools import cache
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils import timezone

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from i18n.text import say
from mail.models import OutboxMail
from matches.gate import chat, draws, rulings, takeback, turns
from matches.models import LogEntry, Match, VacationPool
from tournaments.clubs import edit, news
from tournaments.files.archives.export.zip import archive_of
from tournaments.files.archives.file_names import HOSTS
from tournaments.files.archives.open_zip import Limits, opened
from tournaments.locking.kept import VersionedCache
from tournaments.locking.log import Kind, note
from tournaments.models import (
    Absence,
    Announcement,
    Card,
    Club,
    DrawnMatch,
    Entry,
    Event,
    Forbidden,
    Membership,
    Pairing,
    PlaceOffer,
    Round,
    Vacancy,
)
from tournaments.seasons import edit as seasons
from tournaments.seasons.line_up import publish

from .factories import EntryFactory, EventFactory, GuestFactory, MatchFactory, MembershipFactory, UserFactory
from .seasons import league as league_of
from .seasons import played, propose, register, set_up
from .stored_events import stored

Role, Status = Membership.Role, Membership.Status
LIMITS = Limits(files=1000, bytes=50_000_000)
THREE = """
1: 2w1 3w1 -
2: 1b0 - 3w=
3: - 1b0 2b=
"""


def small_club(game_slug: str = "fortify") -> Club:
    """Make a club of two, with one event, in which one match was played and one is running."""
    owner = UserFactory(display_name="Olga")
    club = edit.make(owner, "Dale")
    ann = UserFactory(display_name="Ann")
    MembershipFactory(club=club, player=ann)
    now = timezone.now()
    event = EventFactory(name="Cup", game_slug=game_slug, club=club, stage=Event.Stage.RUNNING, begun_at=now, rounds=2)
    entries = [EntryFactory(event=event, player=who, number=place) for place, who in enumerate([owner, ann], 1)]
    for number in (1, 2):
        match = MatchFactory(players=[owner, ann], game_slug=game_slug)
        runs = number == 2
        if not runs:
            turns.resign(match.seats.get(index=1), LogEntry.Via.SITE)
        round_ = Round.objects.create(
            event=event,
            number=number,
            stage=Round.Stage.RUNNING if runs else Round.Stage.CLOSED,
            published_at=timezone.now(),
            proposed=[[entries[0].pk, entries[1].pk]],
        )
        Pairing.objects.create(
            round=round_,
            board=1,
            white=entries[0],
            black=entries[1],
            match=match,
            white_code="" if runs else "1",
            black_code="" if runs else "0",
            decided_at=None if runs else timezone.now(),
        )
    return club


def old_club() -> Club:
    """Make a club with everything that an archive can tell.

    That is both languages, two seasons, a cup, an event that is under way with matches over, running, annulled and
    taken back, guests, someone who deleted the account, cards and a free place.
    """
    olga = UserFactory(display_name="Olga")
    club = edit.make(olga, "Schachfreunde “Süd”", "Wir spielen montags.\nWe play on Mondays.")
    MembershipFactory(club=club, player=UserFactory(display_name="Jörg", language="de"), role=Role.ORGANISER)
    people: dict[str, User] = {
        name: UserFactory(display_name=name) for name in "Ann Ben Cleo Dan Eve Fay Gus Hal".split()
    }
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        MembershipFactory(club=club, player=people[name])
    MembershipFactory(
        club=club, player=GuestFactory(), status=Status.INVITED, name="Nora", address="nora@elsewhere.example"
    )
    news.tell(club, "Grüße", "Willkommen!", by=olga)
    _seasons(club)
    _running(club, people, olga)
    _cup(club)
    _being_set_up(club, olga)
    club.memberships.filter(player=people["Eve"]).update(status=Status.APPLIED, words="Darf ich?")
    club.memberships.filter(player=people["Fay"]).update(status=Status.LEFT)
    delete_account(people["Hal"])
    OutboxMail.objects.all().delete()
    return club


def _seasons(club: Club) -> None:
    league = league_of(club, "Sonntagsliga")
    played(league, ["Ann Ben Cleo Dan", "Eve Fay Gus Hal"])
    season = set_up(league, (4, 4), name="Herbst")
    by = club.memberships.get(role=Role.ORGANISER).player
    assert by is not None
    seasons.open_registration(season, by=by)
    register(season, "Ann Ben Cleo Dan Eve Fay Gus Hal")
    propose(season)
    publish.publish(season, by=by)


def _running(club: Club, people: dict[str, User], olga: User) -> None:
    pool = VacationPool.objects.create(key="tests", name="Vacation", days=9, shortest=2, begins=timezone.now().date())
    event = EventFactory(
        name="Frühling, “=1+1”",
        description="Zwei\nZeilen",
        club=club,
        stage=Event.Stage.RUNNING,
        begun_at=timezone.now(),
        initial_colour="w",
        rounds=3,
        vacation_pool=pool,
        made_by=olga,
        organisers=[olga],
    )
    names = ["Ann", "Ben", "Cleo", "Hal"]
    entries: list[Entry] = [
        EntryFactory(event=event, player=people[name], number=place) for place, name in enumerate(names, 1)
    ]
    entries.append(Entry.objects.create(event=event, name="Zoë from afar", number=5, rating=1800))
    guest = Entry.objects.create(event=event, player=GuestFactory(display_name="Ron"), number=6)
    Entry.objects.create(event=event, player=GuestFactory(), name="pia@x.example", status=Entry.Status.INVITED)
    Absence.objects.create(entry=guest, round_number=3, bye=Absence.Bye.HALF)
    Forbidden.objects.create(event=event, first=entries[0], second=entries[4], reason=say("From the imported file."))
    Announcement.objects.create(event=event, by=olga, subject="Los", text="Es geht los.")
    first = _round(event, 1, Round.Stage.CLOSED, proposed=[[entries[0].pk, entries[1].pk], [guest.pk, None]])
    _pair(first, 1, entries[0], entries[1], _over(people["Ann"], people["Ben"]), ("1", "0"))
    annulled = _over(people["Cleo"], people["Hal"], annulled=True)
    _pair(first, 2, entries[2], entries[3], annulled, ("D", "D"), is_annulled=True)
    _pair(first, 3, guest, None, None, ("U", ""))
    second = _round(event, 2, Round.Stage.RUNNING)
    running = _pair(second, 1, entries[2], entries[0], _taken_back(people["Cleo"], people["Ann"]), ("", ""))
    _pair(second, 2, entries[1], entries[4], None, ("", ""))
    assert running.match is not None
    vacancy = Vacancy.objects.create(
        entry=entries[1], player=people["Ben"], until=timezone.now() + timedelta(days=3), starts_anew=False
    )
    PlaceOffer.objects.create(vacancy=vacancy, player=people["Fay"], by=olga, until=timezone.now(), answer="declined")
    Card.objects.create(entry=entries[0], player=people["Ann"], pairing=running, colour="yellow", lifted_by=olga)
    note(event, Kind.ENTRY, say("%(name)s entered.", name="Ann"), by=olga, entry=entries[0], reason="Weil „ja“.")


def _cup(club: Club) -> None:
    first = club.events.earliest("pk")
    event = stored(
        "1: 2w=\n2: 1b=\n",
        "Ivo Kim",
        club=club,
        name="Pokal",
        format="cup",
        tie_breaks=[],
        stage=Event.Stage.FINISHED,
        ended_at=timezone.now(),
        playoffs_of=first,
    )
    pairing = Pairing.objects.get(round__event=event)
    assert pairing.black is not None
    ivo, kim = pairing.white.player, pairing.black.player
    assert ivo is not None
    assert kim is not None
    pairing.match, pairing.further, pairing.through = _over(kim, ivo), 1, pairing.white
    pairing.through_words = say("%(name)s goes on.", name="Ivo")
    pairing.save()
    DrawnMatch.objects.create(
        pairing=pairing,
        number=0,
        match=_over(ivo, kim),
        white=pairing.white,
        black=pairing.black,
        white_points=3,
        black_points=3,
        decided_at=timezone.now(),
    )


def _being_set_up(club: Club, olga: User) -> None:
    EventFactory(name="Later", club=club, stage=Event.Stage.DRAFT, organisers=[olga])


def _round(event: Event, number: int, stage: str, proposed: Any = ()) -> Round:
    return Round.objects.create(
        event=event, number=number, stage=stage, published_at=timezone.now(), proposed=list(proposed)
    )


def _pair(
    round: Round,
    board: int,
    white: Entry,
    black: Entry | None,
    match: Match | None,
    codes: tuple[str, str],
    **more: Any,
) -> Pairing:
    decided = timezone.now() if codes[0] else None
    return Pairing.objects.create(
        round=round,
        board=board,
        white=white,
        black=black,
        match=match,
        white_code=codes[0],
        black_code=codes[1],
        decided_at=decided,
        **more,
    )


def _over(white: User, black: User, *, annulled: bool = False) -> Match:
    match: Match = MatchFactory(players=[white, black])
    chat.write_message(match.seats.get(index=0), "Psst.", LogEntry.Via.SITE)
    _turns(match, 3)
    if annulled:
        rulings.annul(match, "Somebody has left.")
    else:
        turns.resign(match.seats.get(index=1), LogEntry.Via.SITE)
    match.refresh_from_db()
    return match


def _taken_back(white: User, black: User) -> Match:
    """Make a running match in which a turn was taken back and a draw is offered."""
    match: Match = MatchFactory(players=[white, black], options={"special": "on"}, seed="ab" * 32)
    _turns(match, 4)
    match.refresh_from_db()
    last = match.log.filter(number__isnull=False).latest("index")
    assert last.seat is not None
    takeback.take_back(last.seat, LogEntry.Via.SITE)
    _turns(match, 1)
    draws.offer_draw(match.seats.get(index=0), LogEntry.Via.SITE)
    match.refresh_from_db()
    return match


def _turns(match: Match, count: int) -> None:
    luck = random.Random(1)
    for _ in range(count):
        match.refresh_from_db()
        seat = match.seats.filter(asked_turn__isnull=False).earliest("index")
        text = match.game.sample(match.loaded_state, seat.index, luck)
        turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE)


def zipped(club: Club, edition: str = HOSTS) -> bytes:
    VersionedCache.empty_all()  # tables are kept until time goes on, which it does not in these tests
    return b"".join(archive_of(club, edition))


def files(content: bytes) -> dict[str, str]:
    with ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def packed(files: dict[str, str], **manifest: Any) -> bytes:
    """Pack these files into an archive, with checksums that fit."""
    told = json.loads(files["manifest.json"])
    rest = {name: text for name, text in files.items() if name != "manifest.json"}
    told["files"] = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in rest.items()}
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, text in {**rest, "manifest.json": json.dumps({**told, **manifest})}.items():
            archive.writestr(name, text)
    return made.getvalue()


def archive(content: bytes) -> Any:
    return opened(io.BytesIO(content), LIMITS)


def emptied() -> None:
    """Empty the site, so that it is like another site with no one there."""
    Pairing.objects.update(match=None)
    DrawnMatch.objects.update(match=None)
    Match.objects.all().delete()
    Event.objects.filter(club__isnull=False).update(club=None)
    Club.objects.all().delete()
    Pairing.objects.all().delete()
    Event.objects.all().delete()
    VacationPool.objects.exclude(key=VacationPool.FRIENDLY).delete()
    User.objects.all().delete()


@cache
def small_archive(edition: str = HOSTS) -> bytes:
    """Return the archive of the small club, from another site: made once, as it is the same for all tests.

    For tests at the present time, as the first thing that they do.
    """
    content = zipped(small_club(), edition)
    emptied()
    return content
