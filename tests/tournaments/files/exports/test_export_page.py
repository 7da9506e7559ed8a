"""The files of an event, as they are downloaded."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import unquote
from zipfile import ZipFile

import openpyxl
import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from competition.trf import read_trf
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.factories import EntryFactory, MatchFactory, UserFactory
from tests.support.pages import words
from tests.support.people import LogIn
from tests.support.stored_events import FOUR, stored
from tournaments.files.exports import export_page, records_zip
from tournaments.files.exports.event_files import File, Wish
from tournaments.files.exports.sheets.standings import standings_sheet
from tournaments.locking.log import Kind, note
from tournaments.models import Event, Pairing
from tournaments.sheets.csv_file import to_csv

pytestmark = pytest.mark.django_db
NAMES = "Ann Ben Cid Dan"
SHEETS = ("standings", "crosstable", "pairings", "entries")


@pytest.fixture
def four(organiser: User) -> Event:
    return stored(FOUR, NAMES, name="Spring Cup", organisers=[organiser], tie_breaks=["WON"])


def get(event: Event, name: str, client: Client | None = None, **headers: str) -> Any:
    return (client or Client()).get(f"/events/{event.pk}/export/{name}", headers=headers or None)


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.parametrize("what", SHEETS)
def test_every_table_is_there_as_csv_xlsx_and_json(four: Event, what: str) -> None:
    rows = list(csv.reader(io.StringIO(get(four, f"{what}.csv").content.decode("utf-8-sig"))))
    book = openpyxl.load_workbook(io.BytesIO(get(four, f"{what}.xlsx").content))
    found = json.loads(get(four, f"{what}.json").content, parse_float=Decimal)
    assert rows[0] == [cell.value for cell in next(book.worksheets[0].iter_rows())]
    assert len(rows) - 1 == book.worksheets[0].max_row - 1 == len(found["rows"]) > 3
    assert {"Ann", "Dan"} <= {cell for row in rows for cell in row}


def test_points_are_numbers_in_every_format(four: Event) -> None:
    place = ["place", "number", "player", "rating", "points"].index("points")
    rows = list(csv.reader(io.StringIO(get(four, "standings.csv").content.decode("utf-8-sig"))))
    sheet = openpyxl.load_workbook(io.BytesIO(get(four, "standings.xlsx").content)).worksheets[0]
    found = json.loads(get(four, "standings.json").content)
    assert [row[place] for row in rows[1:]] == ["2.5", "1.5", "1", "0"]
    assert [sheet.cell(row, place + 1).value for row in range(2, 6)] == [2.5, 1.5, 1, 0]
    assert [row["points"] for row in found["rows"]] == [2.5, 1.5, 1, 0]


def test_a_name_cannot_become_a_formula(four: Event) -> None:
    entry = four.entries.get(number=1)
    entry.player = None
    entry.name = "=HYPERLINK(1)"
    entry.save()
    assert '"\'=HYPERLINK(1)"' in get(four, "standings.csv").content.decode()
    book = openpyxl.load_workbook(io.BytesIO(get(four, "standings.xlsx").content))
    assert book.worksheets[0]["C2"].data_type == "s"
    assert json.loads(get(four, "standings.json").content)["rows"][0]["player"] == "=HYPERLINK(1)"


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("standings.csv", "text/csv; charset=utf-8"),
        ("standings.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("standings.json", "application/json"),
        ("trf26.trf", "text/plain; charset=utf-8"),
        ("event.pdf", "application/pdf"),
    ],
)
def test_a_file_says_what_it_is_and_has_the_events_name(four: Event, name: str, content_type: str) -> None:
    answer = get(four, name)
    assert answer.headers["Content-Type"] == content_type
    expected = "spring-cup.pdf" if name == "event.pdf" else f"spring-cup-{name}"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{expected}"'


def test_a_name_in_another_script_is_the_files_too(four: Event) -> None:
    Event.objects.filter(pk=four.pk).update(name="Кубок весны")
    assert "кубок-весны-standings.csv" in unquote(get(four, "standings.csv").headers["Content-Disposition"])


def test_a_name_without_letters_is_replaced_by_the_events_number(four: Event) -> None:
    Event.objects.filter(pk=four.pk).update(name="!!!")
    assert f"event-{four.pk}-standings.csv" in get(four, "standings.csv").headers["Content-Disposition"]


@pytest.mark.parametrize("name", ["standings.pdf", "event.csv", "trf26.csv", "nonsense.csv", "standings.trf"])
def test_other_files_are_not_there(four: Event, name: str) -> None:
    assert get(four, name).status_code == 404


def test_a_file_is_there_as_it_was_after_an_earlier_round(four: Event) -> None:
    found = json.loads(get(four, "standings.json?after=1").content)
    assert [row["points"] for row in found["rows"]] == [1, 1, 0, 0]
    assert {row["round"] for row in json.loads(get(four, "pairings.json?after=1").content)["rows"]} == {1}
    assert read_trf(get(four, "trf26.trf?after=1").content).history.paired_rounds == 1


def test_an_event_for_members_is_not_for_others(four: Event, log_in: LogIn, stranger: User) -> None:
    Event.objects.filter(pk=four.pk).update(is_public=False)
    for name in ("standings.csv", "trf26.trf", "event.pdf", "records.zip"):
        assert get(four, name).headers["Location"].startswith("/accounts/login/")
        assert get(four, name, log_in(stranger)).status_code == 200
    Event.objects.filter(pk=four.pk).update(stage=Event.Stage.DRAFT)
    assert get(four, "standings.csv", log_in(stranger)).status_code == 404


def test_entries_of_those_not_in_it_go_to_organisers_alone(four: Event, log_in: LogIn, organiser: User) -> None:
    EntryFactory(event=four, player=UserFactory(display_name="Eve"), status="invited", name="eve@players.example")
    seen = [get(four, "entries.csv", client).content.decode() for client in (Client(), log_in(organiser), Client())]
    assert ["eve@players.example" in text for text in seen] == [False, True, False]
    assert not any("Eve" in text for text in seen)  # an address leads nobody to the member behind it


def test_a_crowd_shares_a_file_until_the_event_changes(four: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(wish: Wish) -> bytes:
        made.append("once more")
        return to_csv(standings_sheet(wish.standings))

    monkeypatch.setattr(export_page, "file_named", lambda _what, _ending: File("text/csv", counted))
    first = get(four, "standings.csv")
    assert first.headers["Cache-Control"] == "public, max-age=30"
    tag = first.headers["ETag"]
    assert get(four, "standings.csv", **{"if-none-match": tag}).status_code == 304
    assert len(made) == 1
    Pairing.objects.filter(round__event=four, round__number=1, white__number=1).update(white_code="=", black_code="=")
    note(four, Kind.RESULT, "Changed.")
    assert get(four, "standings.csv", **{"if-none-match": tag}).status_code == 200
    assert len(made) == 2


def test_a_crowd_shares_a_file_with_those_alone_who_read_its_language(
    four: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = File("text/plain", lambda _wish: (get_language() or "").encode())
    monkeypatch.setattr(export_page, "file_named", lambda _what, _ending: file)
    answers = [get(four, "standings.csv", Client(), **{"accept-language": each}) for each in ("en-gb", "de", "en-gb")]
    assert [answer.content for answer in answers] == [b"en-gb", b"de", b"en-gb"]
    assert "Accept-Language" in answers[0].headers["Vary"]


def test_what_a_member_gets_is_not_for_public_caches(four: Event, log_in: LogIn, stranger: User) -> None:
    assert "public" not in get(four, "standings.csv", log_in(stranger)).headers.get("Cache-Control", "")


@pytest.mark.parametrize("name", [*(f"{what}.csv" for what in SHEETS), "trf26.trf", "trf16.trf", "event.pdf"])
def test_an_event_that_has_not_begun_has_files_too(event: Event, name: str) -> None:
    assert get(event, name).status_code == 200


# -- TRF -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["trf26", "trf16"])
def test_trf_holds_what_the_event_holds(four: Event, edition: str) -> None:
    document = read_trf(get(four, f"{edition}.trf").content)
    assert [player.name for player in document.history.players] == ["Ann", "Ben", "Cid", "Dan"]
    assert [[str(result.code) for result in player.results] for player in document.history.players] == [
        ["1", "=", "1"],
        ["1", "=", "*"],
        ["0", "+", "*"],
        ["0", "-", "0"],
    ]
    assert [document.details[number].points for number in (1, 2, 3, 4)] == [Decimal("2.5"), Decimal("1.5"), 1, 0]
    assert [document.details[number].rank for number in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert document.header.name == "Spring Cup"


def test_the_bye_of_the_pairing_is_a_u(organiser: User) -> None:
    event = stored("1: 2w1\n2: 1b0\n3: U")
    line = next(line for line in get(event, "trf16.trf").content.decode().splitlines() if line.startswith("001    3"))
    assert line.rstrip()[91:] == "0000 - U"


def test_trf_tells_pairing_programs_of_byes_for_coming_rounds(organiser: User) -> None:
    event = stored("1: 2w1\n2: 1b0\n3: 4w1\n4: 3b0", rounds=4)
    entry = event.entries.get(number=3)
    entry.absences.create(round_number=2, bye="H")
    entry.absences.create(round_number=4, bye="Z")
    document = read_trf(get(event, "trf26.trf").content)
    assert [str(player.results[-1].code) for player in document.history.players] == ["1", "0", "H", "0"]
    assert [(str(bye.code), bye.round, bye.player) for bye in document.byes] == [("Z", 4, 3)]
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.FINISHED, ended_at=timezone.now())
    note(event, Kind.EVENT, "Ended.")
    assert len(read_trf(get(event, "trf26.trf").content).history.players[2].results) == 1


def test_trf_says_when_it_was_and_by_which_rules(four: Event) -> None:
    begun = timezone.now().replace(year=2026, month=2, day=3)
    Event.objects.filter(pk=four.pk).update(begun_at=begun, ended_at=begun + timedelta(days=9), stage="finished")
    header = read_trf(get(four, "trf26.trf").content).header
    assert (header.start, header.end, header.type_code) == ("2026/02/03", "2026/02/12", "FIDE_DUTCH_2026")
    assert (header.arbiter, header.tie_breaks, header.standings) == ("Olga", ("WON",), ("PTS", "WON"))
    assert all(re.fullmatch(r"\d\d/\d\d/\d\d", date) for date in header.round_dates)
    assert len(header.round_dates) == 3


def test_what_trf_has_no_room_for_is_said_in_a_sentence(four: Event) -> None:
    four.entries.filter(number=1).update(rating=12_345)
    answer = get(four, "trf26.trf")
    assert answer.status_code == 422
    assert "The rating 12345 doesn’t fit into TRF’s 4 columns." in words(answer.content.decode())


# -- records -------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(organiser: User) -> Event:
    return stored("1: 2w*\n2: 1b*\n3: 4w*\n4: 3b*", NAMES, with_matches=True, name="Spring Cup")


def test_every_matchs_record_is_in_the_archive(played: Event, log_in: LogIn, stranger: User) -> None:
    answer = get(played, "records.zip", log_in(stranger))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="spring-cup-records.zip"'
    archive = ZipFile(io.BytesIO(body(answer)))
    assert archive.testzip() is None
    matches = list(Pairing.objects.filter(round__event=played).order_by("board"))
    paths = [f"round-01/board-{each.board:03}-fortify-{each.match_id}.txt" for each in matches]
    assert archive.namelist() == [*paths, "index.csv"]
    assert "Ann" in archive.read(paths[0]).decode()
    index = list(csv.DictReader(io.StringIO(archive.read("index.csv").decode("utf-8-sig"))))
    assert [(row["First seat"], row["Second seat"], row["File"]) for row in index] == [
        ("Ann", "Ben", paths[0]),
        ("Cid", "Dan", paths[1]),
    ]


def test_a_record_in_the_archive_is_that_of_its_page(played: Event, log_in: LogIn, stranger: User) -> None:
    pairing = Pairing.objects.filter(round__event=played).order_by("board")[0]
    for user in (stranger, pairing.white.player, pairing.black.player):  # type: ignore[union-attr]
        client = log_in(user)  # type: ignore[arg-type]
        archive = ZipFile(io.BytesIO(body(get(played, "records.zip", client))))
        page = client.get(f"/matches/{pairing.match_id}/record/").content
        assert archive.read(archive.namelist()[0]) == page


def test_what_is_secret_in_a_running_match_is_its_players_own(log_in: LogIn, stranger: User) -> None:
    event = stored("1: 2w*\n2: 1b*", NAMES.replace(" Cid Dan", ""))
    pairing = Pairing.objects.get(round__event=event)
    players = [pairing.white.player, pairing.black.player]  # type: ignore[union-attr]
    match: Match = MatchFactory(players=players, options={"special": "on", "map": "5x5"})
    Pairing.objects.filter(pk=pairing.pk).update(match=match)
    turns.submit_turn(match.seats.get(index=0), 1, "I4T4B2", LogEntry.Via.SITE)
    records = {}
    for who, user in (("own", players[0]), ("opponent", players[1]), ("stranger", stranger)):
        archive = ZipFile(io.BytesIO(body(get(event, "records.zip", log_in(user)))))  # type: ignore[arg-type]
        records[who] = archive.read(archive.namelist()[0]).decode()
    assert ["I4T4B2" in text for text in records.values()] == [True, False, False]
    assert "still secret" in records["opponent"]
    assert "still secret" in records["stranger"]


def test_an_event_without_matches_has_an_archive_with_an_index(four: Event, log_in: LogIn, stranger: User) -> None:
    archive = ZipFile(io.BytesIO(body(get(four, "records.zip", log_in(stranger)))))
    assert archive.namelist() == ["index.csv"]


def test_matches_are_read_many_at_a_time(
    played: Event, stranger: User, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_assert_num_queries(4):
        list(records_zip.records_zip(played, stranger))
    monkeypatch.setattr(records_zip, "AT_ONCE", 1)
    with django_assert_num_queries(7):
        assert len(list(records_zip.records_zip(played, stranger))) == 3


# -- on paper ------------------------------------------------------------------------------------------------------


def test_the_page_to_print_has_table_crosstable_and_pairings(four: Event) -> None:
    page = Client().get(f"/events/{four.pk}/print/")
    text = words(page.content.decode())
    for heading in ("Standings after round 3", "Crosstable after round 3", "Pairings of round 3"):
        assert heading in text
    assert "3r1" in text
    assert page.headers["Cache-Control"] == "public, max-age=30"


def test_the_page_to_print_leads_to_every_file(four: Event, log_in: LogIn, stranger: User) -> None:
    client = log_in(stranger)
    page = client.get(f"/events/{four.pk}/print/?after=2").content.decode()
    links = re.findall(rf'href="(/events/{four.pk}/export/[^"]+)"', page)
    assert len(links) == 4 * 3 + 4
    assert all(client.get(link).status_code == 200 for link in links)
    assert f"/events/{four.pk}/export/standings.csv?after=2" in links


def test_before_it_begins_the_entries_are_printed(event: Event) -> None:
    EntryFactory(event=event, player=UserFactory(display_name="Eve"))
    text = words(Client().get(f"/events/{event.pk}/print/").content.decode())
    assert "Entries" in text
    assert "Eve" in text


def test_the_pdf_is_tagged_and_named_after_the_event(four: Event) -> None:
    pdf = get(four, "event.pdf").content
    assert pdf.startswith(b"%PDF-")
    assert b"/StructTreeRoot" in pdf
    assert pdf == get(four, "event.pdf").content
