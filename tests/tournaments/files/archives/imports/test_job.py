"""An archive that was sent becomes a club, by whichever worker comes, once."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from accounts.models import User
from tests.support.club_archives import small_archive
from tests.support.factories import UserFactory
from tests.support.rows import refresh
from tournaments import tasks
from tournaments.clubs import edit
from tournaments.files.archives.file_names import OWNERS
from tournaments.files.archives.imports import club as bringing
from tournaments.files.archives.imports import job, uploads
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Upload

pytestmark = [pytest.mark.django_db, pytest.mark.either]

MOST_ROWS = "MOST_ROWS_ON_SQLITE" if connection.vendor == "sqlite" else "MOST_ROWS"


@pytest.fixture
def asked() -> Upload:
    content = small_archive(OWNERS)
    upload = uploads.keep_upload(UserFactory(display_name="Host"), content)
    job.ask_for_import(upload, name="Dale", person=None)
    return upload


def test_it_is_done_once(asked: Upload) -> None:
    assert tasks.bring_archive_in(asked.pk)
    assert not tasks.bring_archive_in(asked.pk)
    assert refresh(asked).work == Upload.Work.DONE
    assert asked.club == Club.objects.get()


def test_another_does_it_whose_worker_has_died(asked: Upload) -> None:
    now = timezone.now()
    Upload.objects.update(work=Upload.Work.RUNNING, asked_at=now)
    with time_machine.travel(now + job.STUCK - timedelta(minutes=1)):
        assert job.take_up_again() == 0
    with time_machine.travel(now + job.STUCK + timedelta(minutes=1)):
        assert job.take_up_again() == 1
    assert Club.objects.count() == 1


def test_one_that_its_workers_die_of_is_given_up_and_the_sender_told(
    asked: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is killed writes nothing down."""
    begun: list[Upload] = []

    def killed(*_: Any) -> None:
        begun.append(asked)
        raise SystemExit

    now = timezone.now()
    monkeypatch.setattr(job, "_make", killed)
    for hour in range(5):
        with time_machine.travel(now + timedelta(hours=hour)), suppress(SystemExit):
            job.take_up_again()
    assert (len(begun), refresh(asked).work) == (3, Upload.Work.FAILED)
    assert asked.failure.startswith("We tried 3 times to import the club")
    monkeypatch.undo()
    job.ask_for_import(asked, name="Dale", person=None)
    assert job.work(asked.pk)
    assert Club.objects.get().name == "Dale"


def test_one_that_is_asked_for_anew_is_begun_as_often_again(asked: Upload) -> None:
    Upload.objects.update(work=Upload.Work.FAILED, begun=3)
    job.ask_for_import(asked, name="Dale", person=None)
    asked.refresh_from_db()
    assert (asked.work, asked.begun) == (Upload.Work.QUEUED, 0)


def test_a_sweep_does_one_since_deadlines_wait_for_it(asked: Upload) -> None:
    content = small_archive(OWNERS)
    job.ask_for_import(uploads.keep_upload(UserFactory(), content), name="Vale", person=None)
    assert job.take_up_again() == 1
    assert Club.objects.get().name == "Dale"
    assert job.take_up_again() == 1
    assert job.take_up_again() == 0


def test_one_that_was_sent_yesterday_stays_while_it_waits(asked: Upload) -> None:
    now = timezone.now()
    Upload.objects.update(work=Upload.Work.NONE, sent_at=now - uploads.KEPT_FOR + timedelta(minutes=1))
    job.ask_for_import(refresh(asked), name="Dale", person=None)
    with time_machine.travel(now + timedelta(minutes=2)):
        assert uploads.forget_old() == 0
        assert job.work(asked.pk)
        assert uploads.upload_of(asked.player) is not None


def test_one_that_was_begun_meanwhile_is_not_dropped(asked: Upload) -> None:
    assert not uploads.drop(asked)
    assert job.work(asked.pk)
    assert not uploads.drop(asked)
    assert Upload.objects.get().club == Club.objects.get()


def test_a_name_that_is_taken_in_that_moment_is_said(asked: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look whether it is free and the writing."""
    give = edit.give_name

    def slowly(club: Club, name: str) -> None:
        give(club, name)
        if not Club.objects.exists():
            Club.objects.create(name="dale", slug="another")

    monkeypatch.setattr(edit, "give_name", slowly)
    assert job.work(asked.pk)
    assert refresh(asked).failure == "Another club is already called “Dale”."


def test_an_address_that_is_taken_in_that_moment_is_another(asked: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    give = edit.give_name

    def slowly(club: Club, name: str) -> None:
        give(club, name)
        if not Club.objects.exists():
            Club.objects.create(name="Dale!", slug=club.slug)

    monkeypatch.setattr(edit, "give_name", slowly)
    assert job.work(asked.pk)
    assert set(Club.objects.values_list("name", "slug")) == {("Dale!", "dale"), ("Dale", "dale-2")}


@pytest.mark.parametrize("gone", [True, False])
def test_who_was_thought_dead_makes_no_second_club(
    asked: Upload, monkeypatch: pytest.MonkeyPatch, *, gone: bool
) -> None:
    """Another has begun again meanwhile, or the player has deleted the account."""

    def slowly(*arguments: Any) -> Club:
        mine = Upload.objects.filter(pk=asked.pk)
        if gone:
            mine.delete()
        else:
            mine.update(asked_at=timezone.now() + timedelta(minutes=16))
        return bringing.import_club(*arguments)

    monkeypatch.setattr(job, "import_club", slowly)
    assert not job.work(asked.pk)
    assert not Club.objects.exists()


def test_the_sender_hears_where_the_site_fails(asked: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Club:
        raise AssertionError("a fault")

    monkeypatch.setattr(job, "import_club", broken)
    assert job.work(asked.pk)
    assert refresh(asked).work == Upload.Work.FAILED
    assert asked.failure.startswith("Something went wrong on our side")


def test_the_databases_trouble_is_not_the_archives(asked: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> None:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(bringing._Bringing, "run", away)
    with pytest.raises(OperationalError):
        job.work(asked.pk)
    assert refresh(asked).is_at_work
    assert asked.failure == ""


@pytest.mark.parametrize(("name", "most"), [("MOST_MATCHES", 1), (MOST_ROWS, 9)])
def test_what_would_take_too_long_is_for_the_host(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The small club has two matches; two members, a line of its log, two entries, rounds and pairings, and a line of
    the match that is over."""
    content = small_archive(OWNERS)
    uploads.keep_upload(UserFactory(), content)
    monkeypatch.setattr(uploads, name, most)
    with pytest.raises(TournamentRefused, match="Ask the site’s host to import it"):
        uploads.keep_upload(UserFactory(), content)


@pytest.mark.django_db(transaction=True)
def test_how_far_it_is_can_be_seen_while_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """No one else sees what the transaction writes in which it is made. SQLite has room for one writer."""
    player = User.objects.create(display_name="Host", email="host@players.example")
    upload = Upload.objects.create(player=player, content=b"", told={**TOLD, "matches": 4})
    report = job._Reporter(upload)
    monkeypatch.setattr(time, "monotonic", lambda: report.told_at + 2)
    with transaction.atomic():
        Club.objects.create(name="Dale", slug="dale")
        report(2)
        transaction.set_rollback(True)
    upload.refresh_from_db()
    assert upload.progress == (0 if connection.vendor == "sqlite" else 50)


@pytest.mark.postgres
def test_it_goes_on_where_how_far_it_is_cannot_be_written_down(asked: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    """By whoever waits at the row, or where the server takes no more connections."""

    def full() -> None:
        raise OperationalError("too many clients already")

    monkeypatch.setattr(connection, "copy", full)
    monkeypatch.setattr(time, "monotonic", iter(range(0, 1000, 2)).__next__)
    assert job.work(asked.pk)
    assert refresh(asked).work == Upload.Work.DONE


TOLD = {"club": "Dale", "people": [], "members": 0, "leagues": 0}
