"""Things that break inside a process of the site. SABOTAGE names them, each with an argument after an equals sign.

``exit-on-publish=FILE``    the process ends where it would tell the workers of an email
``exit-before-send=NAME``   it ends where it would send an email to NAME@…
``exit-before-read=WORD``   it ends where it would read an incoming email with WORD in it
``exit-after-send=FILE``    it ends when a mail server has accepted an email, before that is stored
``forget=TASK``             a worker that doesn't know the task
``full=FILE``               an SQLite database that cannot grow while FILE exists

With a FILE it happens once: the first process to get there removes the file.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any
from unittest.mock import patch


def apply(words: list[str]) -> None:
    for word in words:
        name, _, argument = word.partition("=")
        PLANS[name](argument)


def die() -> None:
    """End the process as a crash does: no handler runs, nothing is flushed."""
    os.kill(os.getpid(), signal.SIGKILL)


def is_first(file: str) -> bool:
    try:
        Path(file).unlink()
    except FileNotFoundError:
        return False
    return True


def exit_on_publish(file: str) -> None:
    from jobs.broker import Broker

    ask_soon = Broker.ask_soon

    def crash(broker: Broker, job: Any, *arguments: Any, **options: Any) -> None:
        if job.name == "mail.tasks.deliver_mail" and is_first(file):
            die()
        ask_soon(broker, job, *arguments, **options)

    patch.object(Broker, "ask_soon", crash).start()


def exit_before_send(name: str) -> None:
    from mail.outbox.send import send_message

    def crash(message: Any) -> Any:
        if any(address.startswith(f"{name}@") for address in message.recipients()):
            die()
        return send_message(message)

    patch("mail.outbox.deliver.send_message", crash).start()


def exit_before_read(word: str) -> None:
    from matches.replies import process as processor

    process = processor.process

    def crash(mail: Any) -> None:
        if word.encode() in bytes(mail.raw):
            die()
        process(mail)

    patch.object(processor, "process", crash).start()


def exit_after_send(file: str) -> None:
    from mail.outbox.send import send_message

    def crash(message: Any) -> Any:
        failure = send_message(message)
        if failure is None and is_first(file):
            die()
        return failure

    patch("mail.outbox.deliver.send_message", crash).start()


def forget(task: str) -> None:
    from celery.signals import celeryd_after_setup

    def unregister(instance: Any, **_: Any) -> None:
        instance.app.tasks.unregister(task)

    celeryd_after_setup.connect(unregister, weak=False)


def full(file: str) -> None:
    from django.db.backends.signals import connection_created

    def limit(connection: Any, **_: Any) -> None:
        if Path(file).exists():
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA max_page_count = 1")  # SQLite takes that for "as large as it is now"

    connection_created.connect(limit, weak=False)


PLANS = {
    "exit-on-publish": exit_on_publish,
    "exit-before-send": exit_before_send,
    "exit-before-read": exit_before_read,
    "exit-after-send": exit_after_send,
    "forget": forget,
    "full": full,
}
