"""The line on every page for the host, while something is wrong."""

from __future__ import annotations

import threading
from itertools import count

import pytest
from django.test import Client, RequestFactory
from django.utils import translation
from pytest_django import Settings

from accounts.models import User
from fortify_site.ops.status import report
from fortify_site.ops.status.check import Check
from fortify_site.ops.status.report import CachedReport
from tests.support.factories import UserFactory
from tests.support.patience import PATIENCE

from .conftest import Beat

WRONG = "Something is wrong with the site"
NOWHERE = "redis+socket:///nowhere/at.all"


def page_of(user: User | None, path: str = "/rules/") -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def no_broker(settings: Settings) -> None:
    settings.REDIS_URL = NOWHERE


def test_the_host_sees_it_on_every_page_but_the_one_it_leads_to(host: User, beat: Beat, no_broker: None) -> None:
    beat()
    for path in ("/", "/rules/", "/account/"):
        page = page_of(host, path)
        assert WRONG in page
        assert "Redis doesn’t accept jobs." in page
    assert WRONG not in page_of(host, "/host/")


def test_nobody_else_sees_it_or_makes_the_site_look(
    player: User, no_broker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "run_checks", pytest.fail)
    assert WRONG not in page_of(player)
    assert WRONG not in page_of(None)
    request = RequestFactory().get("/")
    assert report.for_the_host(request) == []
    request.user = player
    assert report.for_the_host(request) == []


def test_the_host_sees_nothing_of_it_when_all_is_well(host: User, beat: Beat) -> None:
    beat()
    assert WRONG not in page_of(host)


def test_what_is_only_doubtful_is_left_to_the_page_of_the_status(host: User) -> None:
    assert WRONG not in page_of(host)  # no sweep yet, on a site that is new


def test_a_page_is_not_kept_from_the_host_by_whatever_goes_wrong(
    host: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(report, "run_checks", lambda: bool(1 / 0))
    assert WRONG not in page_of(host)
    assert "could not be looked up" in caplog.text


def test_a_process_looks_once_in_half_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = (([Check("x", "bad", "Oh.")] * number) for number in count(1))
    monkeypatch.setattr(report, "run_checks", lambda: next(looks))
    last = CachedReport()
    assert [len(last.wrong()) for _ in range(3)] == [1, 1, 1]
    monkeypatch.setattr(report, "LIFE", 0)
    last.forget()
    assert [len(last.wrong()) for _ in range(3)] == [2, 3, 4]


def test_each_reader_is_told_in_their_own_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "run_checks", lambda: [Check("x", "bad", str(translation.get_language()))])
    last = CachedReport()
    for language in ("en-gb", "en-us", "en-gb"):
        with translation.override(language):
            assert [check.words for check in last.wrong()] == [language]


def test_one_that_looks_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> list[Check]:
        begun.set()
        go_on.wait(PATIENCE)
        return [Check("x", "bad", "Oh.")]

    monkeypatch.setattr(report, "run_checks", slow)
    last = CachedReport()
    looking = threading.Thread(target=last.wrong)
    looking.start()
    assert begun.wait(PATIENCE)
    assert last.wrong() == []
    assert looking.is_alive()
    go_on.set()
    looking.join()
    assert len(last.wrong()) == 1


@pytest.mark.parametrize("who", ["host", "player"])
def test_only_the_host_is_shown_the_way_to_the_status(who: str, request: pytest.FixtureRequest, beat: Beat) -> None:
    beat()
    assert ('href="/host/"' in page_of(request.getfixturevalue(who))) == (who == "host")


def test_staff_who_left_see_nothing(db: None) -> None:
    former = UserFactory(is_staff=True, is_active=False)
    client = Client()
    client.force_login(former)
    assert 'href="/host/"' not in client.get("/rules/").content.decode()
