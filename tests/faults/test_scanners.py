"""A mail server that opens every link before its reader does.

It uses HEAD and GET, a browser that runs scripts, and a robot that submits every form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as site
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from mail.models import OutboxMail
from matches.models import Match
from tests.support.browser import Readers
from tests.support.composed_mails import message_of, text_of
from tests.support.empty_database import delete_all_rows, tables_with_rows
from tests.support.every_mail import MAKERS, OTHERS, Make
from tests.support.form_robot import FormRobot
from tests.support.owed_by_mails import ADDRESS
from tests.support.patience import Patience
from tests.tournaments.clubs import test_club_emails
from tests.tournaments.entries import test_entry_emails
from tests.tournaments.rounds import test_round_emails

from .tally import Tally

# Submits a form and returns whether it leads to another page: a script may handle it, or a missing value stop it.
SUBMIT = """number => {
  let leads = false;
  addEventListener("submit", (event) => { leads = !event.defaultPrevented; }, { once: true });
  document.querySelectorAll("main form")[number]?.requestSubmit();
  return leads;
}"""
READ_MARKS = frozenset({"seen_length", "seen_at"})  # of a seat: a page was shown, as in an access log
SCANNERS = (({"user-agent": "a scanner"}, ("head", "get")), ({"sec-purpose": "prefetch"}, ("get",)))

Stored = dict[str, list[dict[str, Any]]]


def stored() -> Stored:
    """Return everything stored about accounts, matches and events, except read marks."""
    filled = tables_with_rows()
    return {
        model._meta.label: list(
            model._default_manager.order_by("pk").values(
                *(field.attname for field in model._meta.concrete_fields if field.attname not in READ_MARKS)
            )
        )
        for app in ("accounts", "jobs", "mail", "matches", "tournaments")
        for model in apps.get_app_config(app).get_models()
        if model._meta.db_table in filled
    }


def addresses_in(mail: OutboxMail) -> Iterator[str]:
    """Yield every address that a scanner finds in the email, without the site's own part."""
    letter = message_of(mail)
    found = {address.rstrip(".,") for address in ADDRESS.findall(text_of(letter))}
    if unsubscribe := letter.extra_headers.get("List-Unsubscribe"):
        found.add(unsubscribe.strip("<>"))
    yield from sorted(address.removeprefix(site.SITE_URL) or "/" for address in found)


WITH_FORMS: tuple[Make, ...] = (
    *MAKERS.values(),
    OTHERS["was_this_you_about_a_challenge"],
    *(make for module in (test_club_emails, test_entry_emails, test_round_emails) for make in module.MAKERS),
)
ONE_OF_EACH_PAGE: tuple[Make, ...] = (
    *(MAKERS[kind] for kind in ("draw_offered", "match_over", "challenge", "challenge_link")),
    *(MAKERS[kind] for kind in ("confirm_resignation", "was_this_you")),
    *(test_entry_emails.event_check_in, test_entry_emails.event_invitation, test_entry_emails.no_show),
    test_club_emails.club_invitation,
)


@pytest.mark.fault(number=24)
@pytest.mark.django_db(transaction=True)
def test_a_scanner_that_asks_for_every_link_of_every_mail_changes_nothing(tally: Tally) -> None:
    for make in MAKERS.values() if tally.is_long() else ONE_OF_EACH_PAGE:
        scan(list(addresses_in(make())), tally)
        delete_all_rows()  # names must be unique, and time was moved for some of the emails


def scan(paths: list[str], tally: Tally) -> None:
    before = stored()
    for headers, methods in SCANNERS:
        scanner = Client(headers=headers)
        for path in paths:
            tally.rounds += 1
            for method in methods:
                assert getattr(scanner, method)(path, follow=True).status_code == 200, (method, path)
    assert stored() == before


MAY_CHANGE = frozenset({"language"})  # of a guest: set at the foot of a page, and changed back there


@pytest.mark.fault(number=24)
@pytest.mark.django_db(transaction=True)
def test_a_robot_that_submits_every_form_of_every_linked_page_changes_nothing(tally: Tally) -> None:
    robot = FormRobot(Client(), in_a_row=3 if tally.is_long() else 2)
    for make in WITH_FORMS if tally.is_long() else ONE_OF_EACH_PAGE:
        submit_all_behind(make(), robot)
        delete_all_rows()
    tally.rounds += robot.submitted


def submit_all_behind(mail: OutboxMail, robot: FormRobot) -> None:
    paths = list(addresses_in(mail))
    readers = frozenset(User.objects.values_list("pk", flat=True))
    before = stored()
    for path in paths:
        robot.visit(path)
    assert list(changes(before, stored(), readers)) == [], mail.kind


def changes(before: Stored, after: Stored, readers: frozenset[int]) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield whatever changed, vanished, or was added for someone who was there before.

    A robot that presses "Play now" on the start page begins its own match, as any visitor does.
    """
    for label in sorted(before.keys() | after.keys()):
        model = apps.get_model(label)
        key = model._meta.pk.attname
        whose = [field.attname for field in model._meta.concrete_fields if field.related_model is User]
        was, now = ({row[key]: row for row in rows.get(label, ())} for rows in (before, after))
        for pk, row in was.items():
            for name, value in row.items():
                found = now[pk][name] if pk in now else "gone"
                if found != value and name not in MAY_CHANGE:
                    yield label, name, value, found
        for pk in now.keys() - was.keys():
            if any(now[pk][name] in readers for name in whose):
                yield label, "new", None, now[pk]


@pytest.mark.fault(number=24)
@pytest.mark.django_db(transaction=True)
def test_nor_does_one_that_goes_deeper_play_a_turn() -> None:
    """The robot gets as far as the form that sends a chosen turn."""
    robot = FormRobot(Client(), in_a_row=4)
    for make in (MAKERS["reminder"], MAKERS["was_this_you"]):
        mail = make()
        turns = list(Match.objects.order_by("pk").values_list("pk", "log_length"))
        for path in addresses_in(mail):
            if path.startswith("/l/"):
                robot.visit(path)
        assert list(Match.objects.filter(pk__in=dict(turns)).order_by("pk").values_list("pk", "log_length")) == turns
        delete_all_rows()
    assert robot.reached_a_turn_to_send


def submit(page: Page, number: int) -> None:
    """Submit a form as it is, and wait until the page that it leads to has loaded completely."""
    came: list[str] = []
    page.on("framenavigated", lambda frame: came.append(frame.url))
    leads = page.evaluate(SUBMIT, number)
    patience = Patience()
    while leads and not came:
        assert not patience.is_over()
        page.wait_for_timeout(20)
    page.wait_for_load_state("networkidle")


@pytest.mark.browser
@pytest.mark.fault(number=24)
@pytest.mark.django_db(transaction=True)
def test_a_scanner_with_a_browser_that_runs_scripts_changes_nothing(
    live_server: LiveServer, browser: Readers, settings: Settings, tally: Tally
) -> None:
    settings.SITE_URL = live_server.url
    paths = set(addresses_in(MAKERS["your_turn"]()))
    readers = frozenset(User.objects.values_list("pk", flat=True))
    before = stored()
    with browser.new_context(base_url=live_server.url) as scanner:
        page = scanner.new_page()
        for path in sorted(paths):
            tally.rounds += 1
            page.goto(path, wait_until="networkidle")
            page.mouse.wheel(0, 2000)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            for number in range(page.locator("main form").count()):
                page.goto(path, wait_until="networkidle")
                submit(page, number)
                submit(page, number)  # once more, if it has only led to a review
    assert list(changes(before, stored(), readers)) == []
