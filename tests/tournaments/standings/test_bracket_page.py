"""The pages of a cup: its bracket, its table, its files."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from mail.models import OutboxMail
from matches.gate import draws
from matches.models import LogEntry
from tests.support.running_events import (
    begun,
    match_of,
    organiser_of,
    pairings,
    play_a_turn_each,
    play_round,
    win,
    work_off,
)
from tournaments.files.exports.records_zip import records_zip
from tournaments.models import Event

pytestmark = pytest.mark.usefixtures("committing")


def cup(count: int, **fields: object) -> Event:
    return begun(count, format="cup", tie_breaks=[], **fields)


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_the_bracket_has_a_list_for_each_round_and_who_is_to_come(client: Client) -> None:
    event = cup(3)
    text = text_of(client, f"/events/{event.pk}/bracket/")
    assert re.search(r"Semifinals 1 Ada advances no opponent", text)
    assert re.search(r"Final 1 Ada to be decided", text)
    play_round(event, 1)
    work_off()
    win(match_of(event, 2, "Ada"), "Ben")
    text = text_of(client, f"/events/{event.pk}/bracket/")
    assert "Winner: Ben" in text
    assert re.search(r"Final 2 Ben advances 1 1 Ada 0|Final 1 Ada 0 2 Ben advances 1", text)


def test_its_table_has_rounds_without_an_opponent_and_none_for_who_is_out(client: Client) -> None:
    event = cup(3)
    play_round(event, 1)
    work_off()
    table = text_of(client, f"/events/{event.pk}/table/")
    assert "Unplayed" in table
    assert "U no opponent, so on to the next round" in table
    assert not re.search(r"\bZ\b", table)
    assert "Z out of the cup" in text_of(client, f"/events/{event.pk}/crosstable/")


def test_it_says_why_somebody_goes_on_after_a_draw_and_leads_to_all_matches(client: Client) -> None:
    event = cup(2, decides="fs", most_further=1)
    for _ in range(2):
        match = match_of(event, 1, "Ada")
        play_a_turn_each(match)
        first, second = match.seats.order_by("index")
        draws.offer_draw(first, LogEntry.Via.SITE)
        draws.accept_draw(second, LogEntry.Via.SITE)
        work_off()
    text = text_of(client, f"/events/{event.pk}/bracket/")
    assert "Match 1: drawn" in text
    assert "Drawn after 1 further match, so the better seed decides." in text
    [pairing] = pairings(event, 1)
    page = client.get(f"/events/{event.pk}/bracket/").content.decode()
    assert f'href="/matches/{pairing.match_id}/"' in page
    assert "Ada advances, drawn after 1 further match" in text_of(client, f"/events/{event.pk}/rounds/1/")


def test_an_event_of_another_format_says_that_it_has_none(client: Client) -> None:
    event = begun(4)
    assert "has no bracket" in text_of(client, f"/events/{event.pk}/bracket/")


def test_the_table_says_how_far_each_came(client: Client) -> None:
    event = cup(4)
    play_round(event, 1)
    work_off()
    text = text_of(client, f"/events/{event.pk}/table/")
    assert "Reached" in text
    assert "semifinal" in text
    assert "still in" in text
    assert "PTS" not in text
    embedded = text_of(client, reverse("api:widget", args=[event.pk]))
    assert "Ada still in" in embedded
    assert "Dora semifinal" in embedded


@pytest.mark.parametrize("what", ["standings", "crosstable", "pairings", "entries"])
def test_its_sheets_can_be_taken_away(client: Client, what: str) -> None:
    event = cup(4)
    play_round(event, 1)
    assert client.get(f"/events/{event.pk}/export/{what}.csv").status_code == 200


def test_the_file_for_pairing_programs_is_not_offered_and_refused_in_words(client: Client) -> None:
    event = cup(4)
    assert "trf26" not in client.get(f"/events/{event.pk}/print/").content.decode()
    answer = client.get(f"/events/{event.pk}/export/trf26.trf")
    assert answer.status_code == 422
    assert "not cups" in answer.content.decode()


def test_pages_of_players_and_organisers_are_there(client: Client) -> None:
    event = cup(5, third_place=True)
    play_round(event, 1)
    work_off()
    for entry in event.entries.all():
        assert client.get(f"/events/{event.pk}/players/{entry.pk}/").status_code == 200
    for page in ("", "crosstable/", "rounds/1/", "print/", "entries/"):
        assert client.get(f"/events/{event.pk}/{page}").status_code == 200
    client.force_login(organiser_of(event))
    for page in ("manage/", "manage/rounds/1/", "manage/rounds/2/", "manage/settings/"):
        assert client.get(f"/events/{event.pk}/{page}").status_code == 200


def test_the_queries_of_the_bracket_do_not_grow_with_it(client: Client, django_assert_max_num_queries: object) -> None:
    event = cup(12)
    with django_assert_max_num_queries(30):  # type: ignore[operator]
        client.get(f"/events/{event.pk}/bracket/")


def test_the_records_have_every_match_of_a_pairing() -> None:
    event = cup(2, decides="fs")
    match = match_of(event, 1, "Ada")
    play_a_turn_each(match)
    first, second = match.seats.order_by("index")
    draws.offer_draw(first, LogEntry.Via.SITE)
    draws.accept_draw(second, LogEntry.Via.SITE)
    work_off()
    names = b"".join(records_zip(event, None))
    further = match_of(event, 1, "Ada")
    assert f"-{match.pk}.txt".encode() in names
    assert f"-{further.pk}.txt".encode() in names
    assert OutboxMail.objects.filter(kind="event_drawn").count() == 2
