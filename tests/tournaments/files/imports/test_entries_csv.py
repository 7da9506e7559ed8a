"""Reading a list of players."""

from __future__ import annotations

import codecs

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.files.imports.csv_list import MOST_ROWS, BadList, decoded
from tournaments.files.imports.entries_csv import EntryRow, read_entries, told_headings


def test_columns_are_known_by_their_headings_in_any_order() -> None:
    listed = read_entries("Seed;E-mail;Club;Name\n2;ada@players.example;Hill;\n1;;Vale;Ben\n")
    assert listed.rows == (EntryRow(2, "", "ada@players.example", "2"), EntryRow(3, "Ben", "", "1"))
    assert listed.ignored == ("Club",)


def test_ratings_are_known_by_their_heading_alone() -> None:
    assert read_entries("name,Elo\nAda,1850\n").rows == (EntryRow(2, "Ada", "", "", "1850"),)


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_headings_are_known_in_every_language_of_the_site_whoever_sends_them(language: str) -> None:
    with translation.override(language):
        listed = read_entries("Nr.;Spieler;Verein;Wertungszahl;E-Mail-Adresse\n2;Ada;Hügel;1850;ada@players.example\n")
    assert listed.rows == (EntryRow(2, "Ada", "ada@players.example", "2", "1850"),)
    assert listed.ignored == ("Verein",)


def test_the_headings_that_people_are_told_of_are_understood() -> None:
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            listed = read_entries(f"{told_headings()}\nAda,ada@players.example,2,1850")
        assert listed.rows == (EntryRow(2, "Ada", "ada@players.example", "2", "1850"),)


def test_without_headings_each_cell_is_what_it_looks_like() -> None:
    rows = read_entries("Ada\nben@players.example\nCleo,cleo@players.example,3\n").rows
    assert rows == (
        EntryRow(1, "Ada", "", ""),
        EntryRow(2, "", "ben@players.example", ""),
        EntryRow(3, "Cleo", "cleo@players.example", "3"),
    )


def test_a_name_of_digits_alone_is_a_name() -> None:
    assert read_entries("1234\n").rows == (EntryRow(1, "1234", "", ""),)


def test_an_address_among_the_names_is_an_address() -> None:
    assert read_entries("name\nada@players.example\n").rows == (EntryRow(2, "", "ada@players.example", ""),)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Ada <ada@players.example>\n", EntryRow(1, "Ada", "ada@players.example", "")),
        ("Ada Hill <ada@players.example>,1\n", EntryRow(1, "Ada Hill", "ada@players.example", "1")),
        ("name;elo\nAda <ada@players.example>;1850\n", EntryRow(2, "Ada", "ada@players.example", "", "1850")),
        ("email\nAda ada@players.example\n", EntryRow(2, "Ada", "ada@players.example", "")),
        ("name,email\nAda Hill,A. Hill <ada@players.example>\n", EntryRow(2, "Ada Hill", "ada@players.example", "")),
    ],
)
def test_an_address_brings_the_name_before_it_from_any_column(text: str, row: EntryRow) -> None:
    assert read_entries(text).rows == (row,)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_spreadsheets_separate_cells_in_many_ways(delimiter: str) -> None:
    text = delimiter.join(["name", "seed"]) + "\r\n" + delimiter.join(["Ada Łucja", "1"])
    assert read_entries(text).rows == (EntryRow(2, "Ada Łucja", "", "1"),)


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\nName;Elo\nHill, Ada;1812\nKing, Ben;1790\n",
        'sep=,\nName,Elo\n"Hill, Ada",1812\n"King, Ben",1790\n',
        '"sep=\t"\r\nName\tElo\r\nHill, Ada\t1812\r\nKing, Ben\t1790\r\n',
        "Spring Cup, Summer Cup, Autumn Cup\n\nEntries until 3 May, 18:00\nName;Elo\nHill, Ada;1812\nKing, Ben;1790\n",
        "Spring Cup;;\n;;\nNo.;Name;Elo\n;Hill, Ada;1812\n;King, Ben;1790\n",
        "Spring Cup;;\nName;Club;Elo\nHill, Ada;Vale;1812\nKing, Ben;Hill;1790\n",
    ],
)
def test_a_line_for_the_spreadsheet_and_titles_may_stand_above_the_headings(text: str) -> None:
    assert [(row.name, row.rating, row.seed) for row in read_entries(text).rows] == [
        ("Hill, Ada", "1812", ""),
        ("King, Ben", "1790", ""),
    ]


def test_a_player_who_is_called_as_a_heading_is_one() -> None:
    assert [row.name for row in read_entries("Ada\nNick\nMail\n").rows] == ["Ada", "Nick", "Mail"]
    assert [row.name for row in read_entries("Ada,1\nNick,2\n").rows] == ["Ada", "Nick"]


def test_the_delimiter_gives_most_lines_the_same_number_of_cells() -> None:
    rows = read_entries("Hill, Ada, Dr.;1\nKing, Ben;2\nCleo;3\n").rows
    assert [(row.name, row.seed) for row in rows] == [("Hill, Ada, Dr.", "1"), ("King, Ben", "2"), ("Cleo", "3")]


def test_a_place_larger_than_the_list_is_none_where_no_heading_says_that_it_is_one() -> None:
    assert [row.seed for row in read_entries("Ada,2\nBen,1812\n").rows] == ["2", ""]
    assert [row.seed for row in read_entries("name,place\nAda,2\nBen,17\n").rows] == ["2", "17"]


@pytest.mark.parametrize(
    ("headings", "cells", "name"),
    [
        ("First name;Last name", "Ada;Hill", "Ada Hill"),
        ("Surname;Given name", "Hill;Ada", "Ada Hill"),
        ("Nachname;Vorname", "Hügel;Ada", "Ada Hügel"),
        ("Name;Vorname", "Hügel;Ada", "Ada Hügel"),
        ("Last name;First name", "Hill;", "Hill"),
        ("First name;Last name", ";ada@players.example", ""),
    ],
)
def test_a_first_and_a_last_name_are_one_name(headings: str, cells: str, name: str) -> None:
    (row,) = read_entries(f"{headings};Elo\n{cells};1812\n").rows
    assert (row.name, row.rating) == (name, "1812")


def test_quotes_hold_what_would_separate() -> None:
    assert read_entries('name,seed\n"King, Ada ""Red""",1\n').rows == (EntryRow(2, 'King, Ada "Red"', "", "1"),)


def test_empty_lines_are_no_players_and_keep_the_count() -> None:
    assert read_entries("name\n\n , \nAda\n").rows == (EntryRow(4, "Ada", "", ""),)


@pytest.mark.parametrize(
    "content",
    [
        "Jürgen".encode(),
        codecs.BOM_UTF8 + "Jürgen".encode(),
        "Jürgen".encode("utf-16"),
        "Jürgen".encode("cp1252"),
    ],
)
def test_files_of_any_spreadsheet_are_text(content: bytes) -> None:
    assert decoded(content) == "Jürgen"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04rest", "Save it as CSV"),
        (b"a\0b", "isn’t a text file"),
        (b"x" * 200_001, "larger than 200 kB"),
        (b"\xff\xfea", "isn’t a text file"),
    ],
)
def test_what_is_no_list_is_said_to_be_none(content: bytes, words: str) -> None:
    with pytest.raises(BadList, match=words):
        decoded(content)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "list is empty"),
        (" \n,\n", "list is empty"),
        ("name,email\n", "headings but no players"),
        ("Ada\n" * (MOST_ROWS + 1), "at most 300"),
        ("Ada\n" * 60_000, "longer than 200 kB"),
    ],
)
def test_a_list_without_players_or_with_too_many_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadList, match=words):
        read_entries(text)


@given(st.text(max_size=300))
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    try:
        rows = read_entries(text).rows
    except BadList:
        return
    assert all(row.name or row.address or row.seed for row in rows) or "name" in text.lower() or "mail" in text.lower()


@given(st.binary(max_size=200))
def test_whatever_bytes_are_sent_are_text_or_refused(content: bytes) -> None:
    try:
        assert "\0" not in decoded(content)
    except BadList:
        return
