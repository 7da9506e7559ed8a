"""How a worker takes jobs: as Celery does, but for five things.

While a new version is being rolled out, web servers and beats that are new already may publish jobs which a worker
that is still old has never heard of. Celery throws such jobs away; here they wait for a worker that knows them.

Where the broker does not hear in time that a job is done, Kombu counts the job among those under way for ever: a
few such moments, and the worker takes none any more. Here the job is done with. The broker offers it again after its
visibility timeout, when there is nothing left to do in it.

A broker that is full gives jobs away, but does not note who has them, and Kombu loses a job at that. Here the job is
done all the same. Only if its worker dies meanwhile is it lost, and what rows say is found by the next sweep.

And a worker that is told to stop just as it hands a job to one of its processes forgets the job. Celery then never
hears that the job is done, while the process waits half a minute to be heard before it ends, and for ever where it has
more to say than its pipe holds. Here the worker listens until its processes have ended.

Nor does it ask its neighbours which jobs are revoked, or listen to what they are about: no job ever is, it would wait a
second for the answer at its start, and it would stumble over the broken line to them where the broker goes away.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from multiprocessing.connection import wait
from typing import Any

from billiard.pool import TERMINATE
from celery.concurrency import asynpool
from celery.worker.consumer import Consumer
from kombu.transport import redis, virtual
from redis.exceptions import OutOfMemoryError

log = logging.getLogger(__name__)

PATIENCE = 24 * 3600.0  # seconds; no roll-out takes longer, and what rows say is found by the next sweep anyway
WAIT = 5.0  # seconds until a job that was not known is offered again


def is_worth_waiting(headers: Mapping[str, Any], now: float) -> bool:
    """Whether somebody may yet come who knows the job. One that nobody has known for a day belongs to no version."""
    published_at, expires = headers.get("published_at"), headers.get("expires")
    if not isinstance(published_at, int | float) or now - published_at > PATIENCE:
        return False
    return expires is None or datetime.fromtimestamp(now, UTC) < datetime.fromisoformat(expires)


class PatientConsumer(Consumer):
    qos: Any
    connection_errors: Any

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, without_mingle=True, without_gossip=True, **more)

    def on_unknown_task(self, body: Any, message: Any, exc: Exception) -> None:
        """Hold the job for a moment, without holding up any other, and put it back at the end of its queue. It stays
        unacknowledged meanwhile, so that it is not lost with this worker."""
        if not is_worth_waiting(message.headers, time.time()):
            super().on_unknown_task(body, message, exc)
            return
        log.warning("%s is not known to this worker; it is left to a newer one", message.headers.get("task"))
        self.qos.increment_eventually()  # beside those that it may hold to work on them
        self.timer.call_after(WAIT, self._put_back, (message, self.qos))

    def _put_back(self, message: Any, qos: Any) -> None:
        message.reject_log_error(log, self.connection_errors, requeue=True)
        qos.decrement_eventually()


class PatientQoS(redis.QoS):
    """The jobs that the worker holds."""

    def append(self, message: Any, delivery_tag: str) -> None:
        try:
            super().append(message, delivery_tag)
        except OutOfMemoryError as error:
            log.warning("a job was taken of which the broker could not note that it is under way (%s)", error)
            virtual.QoS.append(self, message, delivery_tag)

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        except Exception:  # whatever it was, the job is no longer under way; it is raised again
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue)
        except Exception:  # whatever it was, the job is no longer under way; it is raised again
            virtual.QoS.ack(self, delivery_tag)
            raise


class PatientResultHandler(asynpool.ResultHandler):
    """Hears what the worker's processes say."""

    fileno_to_outq: dict[int, Any]
    on_state_change: Any
    _flush_outqueue: Any
    _state: int

    def on_stop_not_started(self) -> None:
        super().on_stop_not_started()  # until everything is done that it has not forgotten
        while self._state != TERMINATE and (lines := self._lines_of_the_living()):
            for line in wait(lines, timeout=0.2):
                self._flush_outqueue(line, self._forget, self.fileno_to_outq, self.on_state_change)

    def _lines_of_the_living(self) -> list[int]:
        return [line for line, process in self.fileno_to_outq.items() if process._is_alive()]

    def _forget(self, line: int) -> None:
        self.fileno_to_outq.pop(line, None)


redis.Channel.QoS = PatientQoS  # where Kombu looks it up
asynpool.AsynPool.ResultHandler = PatientResultHandler  # and Celery this
