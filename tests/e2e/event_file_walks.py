"""Walks through the files of events: a tournament that comes in by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.urls import reverse
from playwright.sync_api import Page

from accounts.models import User
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.tournament_notation import DATA, FILES, reference
from tournaments.files.imports.import_trf import carry_out
from tournaments.models import Event

from .match_walks import LONG_NAME
from .walking import Stop, walk


@walk("tournaments:import_trf", "tournaments:accounts")
def taking_tournaments_over() -> Iterator[Stop]:
    organiser: User = UserFactory(display_name="Olga")
    event: Event = EventFactory(name="Autumn Cup", organisers=[organiser])
    file = reference(FILES[0])
    EntryFactory(event=event, player=UserFactory(display_name=file.history.players[0].name))
    at = reverse("tournaments:import_trf", args=[event.pk])
    yield Stop("import, empty", at, organiser)
    yield Stop("import, refused", at, organiser, _look(b"Nothing of the kind."), scripted=True)
    yield Stop("import, looked at", at, organiser, _look((DATA / FILES[0]).read_bytes()), scripted=True)
    carry_out(event, file, by=organiser)
    event.entries.filter(number=2).update(name=LONG_NAME)
    at = reverse("tournaments:accounts", args=[event.pk])
    yield Stop("accounts", at, organiser)
    yield Stop("accounts, refused", at, organiser, _give)
    event.entries.filter(player=None).update(player=None, number=None)
    yield Stop("accounts, all given", at, organiser)


def _look(content: bytes) -> Callable[[Page], None]:
    def look(page: Page) -> None:
        page.get_by_label("A TRF file").set_input_files(
            {"name": "open.trf", "mimeType": "text/plain", "buffer": content}
        )
        with page.expect_navigation():
            page.get_by_role("button", name="Preview").click()

    return look


def _give(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name="Give accounts").click()
