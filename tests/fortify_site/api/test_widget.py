"""A table on a club's own web page."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from tests.support import running_events
from tournaments.models import Event
from tournaments.rounds.results import match_finished

pytestmark = pytest.mark.either


@pytest.fixture
def cup(db: None) -> Event:
    event = running_events.begun(4, name="Spring <Cup>")
    running_events.win(running_events.match_of(event, 1, "Ada"), "Ada")
    match_finished.record_missed_results()
    return event


def test_the_widget_may_be_embedded_anywhere_and_nothing_else_may(client: Client, cup: Event) -> None:
    response = client.get(f"/events/{cup.pk}/widget/")
    policy = response["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'self'" in policy
    assert "X-Frame-Options" not in response.headers
    page = client.get(f"/events/{cup.pk}/")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_the_widget_has_the_table_and_neither_cookies_nor_scripts(client: Client, cup: Event) -> None:
    response = client.get(f"/events/{cup.pk}/widget/")
    page = response.content.decode()
    assert not response.cookies
    assert "<script" not in page
    assert " style=" not in page
    assert '<base target="_top">' in page
    assert "Spring &lt;Cup&gt;" in page
    assert page.index("Ada") < page.index("Cleo")
    assert response["Cache-Control"] == "public, max-age=60"
    again = client.get(f"/events/{cup.pk}/widget/", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_the_widget_speaks_the_language_that_is_asked_for(client: Client, cup: Event) -> None:
    german = client.get(f"/events/{cup.pk}/widget/?lang=de").content.decode()
    assert '<html lang="de">' in german
    assert "Tabelle nach Runde 1" in german
    assert '<html lang="en-gb">' in client.get(f"/events/{cup.pk}/widget/?lang=tlh").content.decode()


def test_a_long_table_is_cut_and_leads_to_the_whole(client: Client, cup: Event) -> None:
    page = client.get(f"/events/{cup.pk}/widget/?rows=1").content.decode()
    assert "Ada" in page
    assert "Cleo" not in page
    assert "Full standings (3 more)" in page


def test_what_is_not_everybodys_is_not_embedded(desk: Client, event: Event) -> None:
    Event.objects.update(is_public=False)
    assert desk.get(f"/events/{event.pk}/widget/").status_code == 404
    page = desk.get(f"/events/{event.pk}/manage/webhooks/").content.decode()
    assert "&lt;iframe" not in page


def test_organisers_find_the_snippet(desk: Client, event: Event) -> None:
    page = desk.get(f"/events/{event.pk}/manage/webhooks/").content.decode()
    assert f"/events/{event.pk}/widget/?lang=en-gb" in page
    assert "&lt;iframe" in page


def test_the_snippet_is_sound_whatever_the_events_name_is(desk: Client, event: Event) -> None:
    Event.objects.update(name='</textarea>"Cup"')
    page = desk.get(f"/events/{event.pk}/manage/webhooks/").content.decode()
    [shown] = re.findall("<textarea id=.snippet.[^>]*>(.*?)</textarea>", page, re.DOTALL)
    copied = html.unescape(shown)
    assert copied.startswith("<iframe src=")
    assert 'title="&lt;/textarea&gt;&quot;Cup&quot;"' in copied
