"""What the site shows of an event of every format, from its registration to its end, and gives out of it."""

from __future__ import annotations

import json
import re
from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from competition.trf.read import read_trf
from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks.payload import payload_for, written_for_chat
from tests.support.club_archives import archive, emptied, files, packed, zipped
from tests.support.factories import UserFactory
from tournaments.email_kinds import KINDS
from tournaments.files.archives.imports.club import ImportOptions, import_club
from tournaments.locking.webhook_events import WebhookEvent
from tournaments.models import Event, Pairing
from tournaments.standings.standings import standings_of

from .event import NAMES, Course, Seen

pytestmark = pytest.mark.django_db
UNFILLED = re.compile(r"%\(\w+\)s|\{\{|\{%")
THERE = {
    "open": ("", "entries/", "log/", "manage/", "manage/entries/", "manage/settings/", "print/", "widget/"),
    "drafted": ("", "table/", "log/", "manage/", "manage/rounds/1/", "manage/settings/", "print/", "widget/"),
    "running": ("", "table/", "rounds/1/", "manage/", "manage/rounds/1/", "manage/unfinished/", "print/", "widget/"),
    "over": ("", "table/", "rounds/1/", "log/", "manage/", "manage/settings/", "print/", "widget/"),
}
"""Pages that are there in each stage; whatever else has an address may be there or not, but answers."""

MAILED = frozenset(
    (
        *("event_entered", "event_invitation", "event_link", "event_announcement", "event_withdrawn"),
        *("event_paired", "event_extended", "event_organising"),
    )
)
NOT_BY_FORMAT = {
    "event_drawn": "only where a pairing has further matches",
    "event_break": "about dates",
    "event_check_in": "about dates",
    "event_waiting": "about places",
    "event_refused": "about applications",
    "event_applications": "about applications",
    "event_unreachable": "about addresses",
    "event_end_moved": "about dates",
    "event_moved": "about dates",
    "event_clocks": "about the clocks of matches",
    "event_called_off": "about the end of the event",
    "event_back_on": "about the end of the event",
}
"""Kinds of emails about events that say nothing of what is played, with what they are about."""


def pages(course: Course, stage: str, reader: str) -> dict[str, Seen]:
    return {each.page: each for each in course.seen if (each.stage, each.reader) == (stage, reader)}


# -- pages -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", THERE)
def test_its_pages_are_there(course: Course, stage: str) -> None:
    olgas, adas = pages(course, stage, "Olga"), pages(course, stage, "Ada")
    second = [f"{course.rules.second_view.page}/"] if stage in ("running", "over") else []
    cards = [page for page in olgas if page.startswith("players/")] if stage in ("running", "over") else []
    for page in (*THERE[stage], *second, *cards):
        found = [olgas[page].status] if page.startswith("manage/") else [olgas[page].status, adas[page].status]
        assert set(found) == {HTTPStatus.OK}, page


def test_visitors_see_it(course: Course) -> None:
    found = pages(course, "over", "visitor")
    for page in ("", "table/", f"{course.rules.second_view.page}/", "rounds/1/", "print/", "widget/"):
        assert found[page].status == HTTPStatus.OK, page


def test_every_address_of_it_answers_without_a_fault(course: Course) -> None:
    wrong = {(each.stage, each.reader, each.page) for each in course.seen if UNFILLED.search(each.content)}
    assert wrong == set()
    assert {each.status for each in course.seen} <= {200, 302, 303, 403, 404, 409}


def test_its_pages_are_in_the_language_of_the_reader(course: Course) -> None:
    for each in course.seen:
        if each.status == HTTPStatus.OK and each.content.startswith("<!doctype html>"):
            assert f'<html lang="{"de" if each.reader == "Ada" else "en-gb"}"' in each.content, each.page


def test_results_and_byes_can_be_looked_at_by_organisers(course: Course) -> None:
    found = pages(course, "over", "Olga")
    assert {found[page].status for page in found if page.startswith("manage/results/")} == {HTTPStatus.OK}


def test_its_form_offers_the_settings_that_it_has(course: Course) -> None:
    page = pages(course, "open", "Olga")["manage/settings/"].content
    assert f'value="{course.rules.slug}"' in page


# -- its course --------------------------------------------------------------------------------------------------------


def test_it_is_over_with_a_place_for_each_competitor(course: Course) -> None:
    assert course.event.stage == Event.Stage.FINISHED
    assert not course.pairings.filter(decided_at=None).exists()
    standings = standings_of(course.event)
    assert {standings.names[row.number] for row in standings.rows} == set(NAMES)
    assert min(row.rank for row in standings.rows) == 1


def test_everyone_is_in_each_round_once(course: Course) -> None:
    for round in course.event.round_set.all():
        seated = [entry.pk for pairing in course.pairings.filter(round=round) for entry in pairing.entries]
        assert len(seated) == len(set(seated)), round.number


# -- files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["standings", "crosstable", "pairings", "entries"])
def test_its_sheets_have_everyone_in_each_kind_of_file(course: Course, what: str) -> None:
    texts = [course.desk.get(f"{course.url}export/{what}.{ending}") for ending in ("csv", "json")]
    for text in texts:
        assert text.status_code == HTTPStatus.OK
        assert set(NAMES) == {name for name in NAMES if name in text.content.decode()}
    assert course.desk.get(f"{course.url}export/{what}.xlsx").content.startswith(b"PK")


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_it_is_written_as_trf_or_says_why_not(course: Course, edition: str) -> None:
    answer = course.desk.get(f"{course.url}export/{edition}.trf")
    if course.rules.why_no_trf:
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert course.rules.why_no_trf in answer.content.decode()
    else:
        players = read_trf(answer.content.decode()).history.players
        assert sorted(player.name for player in players) == sorted(NAMES)


def test_the_records_of_its_matches_are_given(course: Course) -> None:
    assert course.desk.get(f"{course.url}export/records.zip").status_code == HTTPStatus.OK


def test_its_club_moves_to_another_site_and_it_is_the_same_there(course: Course) -> None:
    first = files(zipped(course.club))
    emptied()
    club = import_club(archive(packed(first)), ImportOptions("Dale", UserFactory(), None, True))
    event = club.events.get()
    assert event.format == course.rules.slug
    assert Pairing.objects.filter(round__event=event).exists()
    second = files(zipped(club))
    for name in ("standings.csv", "pairings.csv", "crosstable.csv"):
        assert second[f"events/001/{name}"] == first[f"events/001/{name}"]


# -- programs ----------------------------------------------------------------------------------------------------------


def test_programs_read_all_of_it(course: Course) -> None:
    cache.clear()  # the API's rates
    address, program = f"/api/v1/events/{course.event.pk}", Client()
    told = {part: program.get(f"{address}{part}") for part in ("", "/entries", "/rounds", "/rounds/1", "/standings")}
    assert {part: answer.status_code for part, answer in told.items() if answer.status_code != HTTPStatus.OK} == {}
    assert told[""].json()["format"] == course.rules.slug
    assert len(told["/standings"].json()["rows"]) == len(NAMES)
    assert program.get(f"{address}/crosstable").status_code == HTTPStatus.OK
    bracket = HTTPStatus.OK if course.rules.second_view.page == "bracket" else HTTPStatus.NOT_FOUND
    assert program.get(f"{address}/bracket").status_code == bracket


@pytest.mark.parametrize(
    "kind",
    [WebhookEvent.ROUND_PUBLISHED, WebhookEvent.MATCH_ENDED, WebhookEvent.TABLE_CHANGED],
    ids=lambda kind: kind.value,
)
def test_programs_and_chats_are_told_of_it(course: Course, kind: WebhookEvent) -> None:
    webhook = Webhook(event=course.event, url="https://programs.example/hook")
    first = course.pairings.filter(black__isnull=False)[0]
    context = {"event": course.event.pk, "round": first.round_id, "pairing": first.pk}
    told = payload_for(Delivery(webhook=webhook, kind=kind.value, context=context, made_at=timezone.now()))
    assert told is not None
    assert json.dumps(told)
    for chat in (Webhook.Format.SLACK, Webhook.Format.DISCORD, Webhook.Format.MATTERMOST):
        assert not UNFILLED.search(json.dumps(written_for_chat(chat, told)))


# -- emails ------------------------------------------------------------------------------------------------------------


def test_its_emails_are_written_in_both_languages(course: Course) -> None:
    in_both = {(each.kind, each.language) for each in course.written}
    expected = (
        MAILED - {"event_paired"} if course.rules.keeps_table_seats else MAILED
    )  # all are asked for a turn at once
    assert {(kind, language) for kind in expected for language in ("en", "de")} - in_both == set()
    assert [each for each in course.written if UNFILLED.search(each.subject + each.text + each.html)] == []
    english, german = ({each.text for each in course.written if each.language == language} for language in ("en", "de"))
    assert not english & german


def test_no_other_kind_of_email_is_left_out() -> None:
    assert {kind for kind in KINDS if kind.startswith("event_")} == MAILED | NOT_BY_FORMAT.keys()
