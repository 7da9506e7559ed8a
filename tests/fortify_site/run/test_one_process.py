"""Two machines that are started at once make the tables one after the other."""

from __future__ import annotations

import threading

import pytest
from django.core.management import call_command
from django.db import connection

from fortify_site.run.one_process import KEY, alone
from tests.faults.site import until
from tests.support.patience import PATIENCE

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def is_waited_for() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted", [KEY])
        return cursor.fetchone() is not None


def test_the_second_waits_for_the_first() -> None:
    done = threading.Event()

    def second() -> None:
        call_command("migrate", verbosity=0, interactive=False)
        done.set()
        connection.close()

    thread = threading.Thread(target=second)
    with alone():
        thread.start()
        until(is_waited_for)
        assert not done.is_set()
    thread.join(PATIENCE)
    assert done.is_set()


def test_a_machine_waits_for_rows_as_long_as_before() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        before = cursor.fetchone()
        with alone():
            pass
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == before == ("5s",)
