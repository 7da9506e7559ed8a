"""What players, organisers and others read of tables, on pages, in files and by the API."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.support.club_archives import archive, emptied, files, packed, zipped
from tests.support.composed_mails import latest, message_of, read_mail
from tests.support.factories import ClubFactory, EntryFactory, EventFactory, UserFactory
from tests.support.form_data import hidden
from tests.support.matches import offering_the_toy
from tests.support.pages import words
from tests.support.people import LogIn
from tests.support.run_on_commit import commits
from tests.support.running_events import entry_of, organiser_of, round_of, work_off
from tests.support.table_cells import page, rows, unfolded
from tests.support.table_events import begun, names_at, open_event, play, play_round, submit, table_of, tables
from tests.support.toy_game import Toy
from tournaments.events import start
from tournaments.files.archives.file_names import OWNERS
from tournaments.files.archives.imports.club import ImportOptions, import_club
from tournaments.formats.tables import again
from tournaments.locking.kept import VersionedCache
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Event, Pairing, TableSeat
from tournaments.rounds import publish
from tournaments.rounds.drafts import edit_draft
from tournaments.standings.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> int:
    """Three players at one table; the first round is over and the second runs."""
    with offering_the_toy(), commits():
        event = begun(3, rounds=2, name="Table Cup")
        play_round(event, 1)
    return event.pk


@pytest.fixture
def event(_made: int, toy_beside: Toy) -> Event:
    return Event.objects.get(pk=_made)


def entry_page(event: Event, name: str) -> str:
    return page(event, f"players/{entry_of(event, name).pk}/")


def test_a_round_says_who_sat_at_the_table_and_in_which_place_they_came(event: Event) -> None:
    found = rows(page(event, "rounds/1/"))
    seats = {seat.entry.shown_name: seat.index for seat in tables(event, 1)[0].table_seats.all()}
    who = [f"Seat {seats[name]}: {name} 0 place {place}" for place, name in enumerate(("Ada", "Ben", "Cleo"), 1)]
    assert all(each in found[0][0] for each in who)
    assert found[0][1] == "over"
    assert rows(page(event, "rounds/2/"))[0][1] == "running Game points: 0–0–0 so far"


def test_the_standings_unfold_to_the_tables_they_are_made_of(event: Event) -> None:
    source = page(event, "table/?after=1")
    assert [row[:5] for row in rows(source)] == [
        ["1 Ada", "4.0", "1.111", "0.75", "0.000"],
        ["2 Ben", "2.5", "1.000", "0", "0.000"],
        ["3 Cleo", "1.0", "0.889", "0", "0.000"],
    ]
    ada = entry_of(event, "Ada").number or 0
    assert "place 1 with" in unfolded(source, ada, 0)
    assert "scoring 10" in unfolded(source, ada, 0)
    assert "this site’s own" in unfolded(source, ada, 0)
    assert "10 of the 27 points of 3 players" in unfolded(source, ada, 1)
    assert "the mean of" in unfolded(source, ada, 3)
    assert "Ben (0)" in unfolded(source, ada, 3)  # who has played nowhere else
    assert "keeps its numbers" not in source


def test_a_player_has_all_at_the_table_on_their_card(event: Event) -> None:
    found = rows(entry_page(event, "Ben"))
    assert found[0][1].split(" as ")[0] in ("Ada , Cleo", "Cleo , Ada")
    assert found[0][2] == "place 2 Game points: 9–10–8" or found[0][2] == "place 2 Game points: 9–8–10"
    assert found[0][3:] == ["2.5", "2.5"]


def test_the_crosstable_has_the_table_and_the_place(event: Event) -> None:
    source = page(event, "crosstable/?after=1")
    assert [row[1:] for row in rows(source)] == [["1:1", "4.0"], ["1:2", "2.5"], ["1:3", "1.0"]]
    assert "Round 1: place 2 at table 1 with" in source


def test_the_event_says_what_it_is(event: Event) -> None:
    source = words(page(event))
    assert "tables, drawn by the standings" in source
    assert "Tables of 4, 2 rounds: players with about the same score sit together" in source
    assert "Points of a table: 4, 3, 2, 1 by place (at a table of three 4, 2½, 1; of five 4, 3, 2½, 2, 1)." in source


def test_the_own_table_is_the_first_thing_a_player_sees(event: Event, log_in: LogIn) -> None:
    ben = entry_of(event, "Ben").player
    assert ben is not None
    source = words(page(event, client=log_in(ben)))
    assert "Table 1:" in source
    assert "Go to match" in source


def test_the_mail_says_who_sits_at_the_table(event: Event) -> None:
    """In the toy all are asked at once, so the email about the turn tells them."""
    mail = latest("your_turn", User.objects.get(display_name="Ada"))
    assert "Table Cup, round 2" in message_of(mail).subject + read_mail(mail)
    assert "Ben" in read_mail(mail)
    assert "Cleo" in read_mail(mail)


def test_an_organiser_decides_a_table_on_its_page(event: Event, log_in: LogIn) -> None:
    desk = log_in(organiser_of(event))
    pairing = table_of(event, 2, "Ada")
    address = f"/events/{event.pk}/manage/results/{pairing.pk}/"
    source = desk.get(address).text
    assert "Place of Ada" in source
    seats = {f"place-{seat.entry_id}": str(seat.index + 1) for seat in pairing.table_seats.all()}
    form = {"verdict": "places", "reason": "Agreed.", "seen": hidden(source, "seen"), **seats}
    wrong = desk.post(address, form | dict.fromkeys(seats, "1") | {next(iter(seats)): "9"})
    assert (wrong.status_code, "Enter a place from 1 to 3" in wrong.text) == (422, True)
    assert desk.post(address, form | dict.fromkeys(seats, "2")).status_code == 422
    assert desk.post(address, form).status_code == 303
    work_off()
    assert {seat.place for seat in table_of(event, 2, "Ada").table_seats.all()} == {1, 2, 3}
    assert "Correct result" in desk.get(address).text


def test_an_organiser_sees_the_draft_and_swaps_two_on_its_page(toy_beside: Toy, log_in: LogIn) -> None:
    event = begun(7, publishes_itself=False)
    desk = log_in(organiser_of(event))
    address = f"/events/{event.pk}/manage/rounds/1/"
    source = desk.get(address).text
    assert "Drawn by the standings: as few as possible meet again." in source
    assert "Pair two players" not in source
    one, other = (table.entries[0].pk for table in tables(event, 1))
    form = {"do": "change", "action": "swap", "player": one, "other": other, "reason": "Brothers."}
    assert desk.post(address, form | {"seen": hidden(source, "seen")}).status_code == 303
    source = words(desk.get(address).text)
    assert "What the rules give instead" in source
    form |= {"action": "bye", "bye": "Z", "seen": hidden(desk.get(address).text, "seen")}
    assert desk.post(address, form).status_code == 303
    work_off()
    assert [table.size for table in tables(event, 1)] == [3, 3]
    assert desk.post(address, {"do": "publish"}).status_code == 303


def test_an_event_at_tables_offers_no_file_of_matches_of_two(toy_beside: Toy, log_in: LogIn) -> None:
    event = open_event(3)
    assert "(TRF)" not in log_in(organiser_of(event)).get(f"/events/{event.pk}/manage/").text


def test_an_organiser_sees_in_a_draft_who_meet_again_and_why(
    toy_beside: Toy, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = begun(6, rounds=2, publishes_itself=False)
    publish.publish(round_of(event, 1), by=organiser_of(event))
    work_off()
    play_round(event, 1)
    before, drafted = ([set(names_at(table)) for table in tables(event, number)] for number in (1, 2))
    desk, address = log_in(organiser_of(event)), f"/events/{event.pk}/manage/rounds/2/"
    source = words(desk.get(address).text)
    told = [{one, other} for one, other in re.findall(r"Meet again: (\w+) – (\w+) \(round 1\)", source)]
    # Of three, two were at the same table before.
    assert told == [table & old for table in drafted for old in before if len(table & old) == 2]
    assert len(told) == 2
    assert "we tried every seating that the rules allow: none had fewer repeats" in source
    monkeypatch.setattr(again, "MOST_EXACT", 5)
    assert "we found no seating with fewer repeats" in words(desk.get(address).text)
    one, other = (table.entries[0].pk for table in tables(event, 2))
    edit_draft.swap(round_of(event, 2), one, other, by=organiser_of(event), reason="Brothers.")
    assert "An organiser changed some tables. At the others" in words(desk.get(address).text)


def test_a_round_says_who_meet_again_and_why(event: Event) -> None:
    """Three at one table have met everyone before."""
    assert "Why some meet again" not in page(event, "rounds/1/")
    source = words(page(event, "rounds/2/"))
    pairs = {frozenset(pair) for pair in re.findall(r"(\w+) – (\w+) \(round 1\)", source)}
    assert pairs == {frozenset(pair) for pair in (("Ada", "Ben"), ("Ada", "Cleo"), ("Ben", "Cleo"))}
    assert all(f"{name} has met everyone here before." in source for name in ("Ada", "Ben", "Cleo"))


def test_a_round_robin_says_that_some_meet_more_than_once(toy_beside: Toy) -> None:
    """Six at two tables of three need three rounds to meet everyone, and have 18 meetings for 15 pairs."""
    event = begun(6, format="tables_all", table_size=3)
    play_round(event, 1)
    play_round(event, 2)
    assert "Everyone meets everyone as evenly as the numbers allow" in page(event, "rounds/3/")


def test_unfinished_tables_are_decided_on_one_page(event: Event, log_in: LogIn) -> None:
    desk = log_in(organiser_of(event))
    pairing = table_of(event, 2, "Ada")
    address = f"/events/{event.pk}/manage/unfinished/"
    source = desk.get(f"{address}?fill=settle").text
    assert "Places by the points so far" in source
    seen = hidden(source, f"seen-{pairing.pk}")
    form = {f"verdict-{pairing.pk}": "points", f"seen-{pairing.pk}": seen, "reason": "Over."}
    assert desk.post(address, form).status_code == 303
    assert {seat.place for seat in table_of(event, 2, "Ada").table_seats.all()} == {1}


def test_files_have_a_row_for_each_seat_and_trf_says_that_it_has_no_tables(event: Event) -> None:
    client = Client()
    file = client.get(f"/events/{event.pk}/export/pairings.csv").content.decode("utf-8-sig")
    found = list(csv.DictReader(io.StringIO(file)))
    first = {(row["Player"], row["Place"], row["Points"], row["Game points"]) for row in found if row["Round"] == "1"}
    assert first == {("Ada", "1", "4", "10"), ("Ben", "2", "2.5", "9"), ("Cleo", "3", "1", "8")}
    assert {(row["Place"], row["Outcome"]) for row in found if row["Round"] == "2"} == {("", "running")}
    for what in ("standings", "crosstable"):
        assert client.get(f"/events/{event.pk}/export/{what}.csv").status_code == 200
    assert client.get(f"/events/{event.pk}/export/event.pdf").content.startswith(b"%PDF")
    assert client.get(f"/events/{event.pk}/print/").status_code == 200
    answer = client.get(f"/events/{event.pk}/export/trf26.trf")
    assert "TRF files only support matches of two, not events at tables." in answer.text


def test_programs_read_the_seats_of_a_table(event: Event) -> None:
    found = Client().get(f"/api/v1/events/{event.pk}/rounds/1").json()["pairings"][0]
    assert {(seat["entry"]["name"], seat["place"], seat["points"]) for seat in found["table"]} == {
        ("Ada", 1, 10),
        ("Ben", 2, 9),
        ("Cleo", 3, 8),
    }
    assert (found["outcome"], found["result"]) == ("decided", "1. Ada, 2. Ben, 3. Cleo")


def test_pages_ask_the_database_no_more_for_more_tables(toy_beside: Toy, log_in: LogIn) -> None:
    event = begun(16, rounds=2)
    desk = log_in(organiser_of(event))
    play(tables(event, 1)[0].match, sorted(names_at(tables(event, 1)[0])))  # type: ignore[arg-type]
    small = begun_small(event)
    desk_of_small = log_in(organiser_of(small))
    paths = ["", "table/", "crosstable/", "rounds/1/", "export/pairings.csv", "export/records.zip"]
    paths += ["manage/", "manage/rounds/1/", "manage/unfinished/", "print/"]
    for path in paths:
        counts = [questions(each, f"/events/{of.pk}/{path}") for each, of in ((desk_of_small, small), (desk, event))]
        assert counts[1] <= counts[0] + 2, (path, counts)


def begun_small(other: Event) -> Event:
    """Of some of the same players."""
    small: Event = EventFactory(game_slug="toy", format="tables", rounds=2, half_byes=0, tie_breaks=other.tie_breaks)
    for entry in other.entries.order_by("number")[:4]:
        EntryFactory(event=small, player=entry.player)
    start.begin(small)
    work_off()
    return small


def questions(client: Client, address: str) -> int:
    client.get(address)
    VersionedCache.empty_all()
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
        b"".join(answer)
    assert answer.status_code == 200
    return len(asked)


def test_an_archive_brings_tables_in_again(event: Event) -> None:
    """What runs begins again, and no one reads of it what is not known."""
    club = ClubFactory(name="Dale")
    Event.objects.filter(pk=event.pk).update(club=club)
    submit(table_of(event, 2, "Ada").match, "Ada", "pick 7")  # type: ignore[arg-type]
    content = zipped(club, OWNERS)
    assert "pick 7" not in "".join(files(content).values())
    emptied()
    import_club(archive(content), ImportOptions("Dale", UserFactory()))
    found = Event.objects.get()
    assert (found.format, found.table_size) == ("tables", 4)
    assert points_after_one(found) == {"Ada": 4, "Ben": Fraction(5, 2), "Cleo": 1}
    assert [seat.index for seat in tables(found, 1)[0].table_seats.all()] == [0, 1, 2]


def points_after_one(event: Event) -> dict[str, Fraction]:
    standings = standings_of(event, 1)
    return {standings.names[row.number]: row.points for row in standings.rows}


def test_an_archive_from_before_keeps_the_points_of_what_has_begun(event: Event) -> None:
    """Archives of before 1.0 don't say that the size of a table counts: it didn't."""
    found = brought_in_from_before(event)
    assert points_after_one(found) == {"Ada": 4, "Ben": 3, "Cleo": 2}
    assert "Points of a table: 4, 3, 2, 1, 0 by place." in words(page(found))
    assert "keeps its numbers" in page(found, "table/?after=1")


def test_an_event_that_begins_after_it_was_brought_in_counts_by_size(toy_beside: Toy) -> None:
    assert brought_in_from_before(open_event(3)).even_tables


def brought_in_from_before(event: Event) -> Event:
    club: Club = ClubFactory(name="Dale")
    Event.objects.filter(pk=event.pk).update(club=club)
    told = files(zipped(club, OWNERS))
    old = {name: re.sub(r'"even_tables": true,\s*', "", text) for name, text in told.items()}
    assert old != told
    emptied()
    import_club(archive(packed(old)), ImportOptions("Dale", UserFactory()))
    return Event.objects.get()


@pytest.mark.parametrize(
    ("told", "changed"),
    [('"place": 1', '"place": 9'), ('"table_size": 4', '"table_size": 9'), ('"format": "tables"', '"format": "swiss"')],
)
def test_an_archive_with_tables_that_cannot_be_is_refused(event: Event, told: str, changed: str) -> None:
    club: Club = ClubFactory(name="Dale")
    Event.objects.filter(pk=event.pk).update(club=club)
    found = files(zipped(club))
    emptied()
    wrong = {name: text.replace(told, changed) for name, text in found.items()}
    assert wrong != found
    with pytest.raises(TournamentRefused, match="missing or invalid"):
        import_club(archive(packed(wrong)), ImportOptions("Dale", UserFactory()))
    assert not TableSeat.objects.exists()
    assert not Pairing.objects.exists()
