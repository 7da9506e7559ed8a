"""gunicorn's worker with threads, which answers a poll that finds nothing new before it takes a thread for it.

Most requests are such polls, and they come one by one, so that the processor's caches are cold: to hand one to a thread
and back, and to parse it as a request that can be anything, costs several times what its answer does.
"""

from __future__ import annotations

import logging
import socket
import sys
from contextlib import suppress
from typing import Any, Final

from gunicorn.workers.gthread import TConn, ThreadWorker

log = logging.getLogger(__name__)

MOST: Final = 4096  # bytes of a poll, with all that browsers and proxies say in it
PATIENCE: Final = 1  # seconds for which the kernel keeps a connection to itself that says nothing


class WebWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Serves an application that may know some answers at once: see ``matches.live.entrance``."""

    def run(self) -> None:
        for listener in self.sockets if sys.platform == "linux" else ():
            if listener.family in {socket.AF_INET, socket.AF_INET6}:
                # A connection is taken once its request is there, so that there is something to look at.
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, PATIENCE)
        super().run()

    def enqueue_req(self, conn: TConn) -> None:
        """Every request on every connection comes by here, in the loop that takes connections."""
        # What is logged is logged by threads.
        if self.cfg.accesslog or _has_begun(conn) or not self._answered_at_once(conn.sock):
            super().enqueue_req(conn)
        else:
            self.nr_conns -= 1
            conn.close()

    def _answered_at_once(self, line: Any) -> bool:
        """Whether it was. Takes nothing from the connection otherwise, waits for nothing, and never raises, which would
        end the process and all that its threads are at."""
        try:
            request = line.recv(MOST, socket.MSG_PEEK | socket.MSG_DONTWAIT)
            answer = self.wsgi.answer_at_once(request)
            if answer is None:
                return False
            line.recv(len(request))  # or the kernel would tell the other side of a broken connection
        except OSError:  # nothing there yet, or no one any longer
            return False
        except Exception:
            log.exception("a poll is left to a thread")
            return False
        with suppress(OSError):  # no one is there any longer, or hears: the poll is gone, and has no other answer
            line.send(answer, socket.MSG_DONTWAIT)
        return True


def _has_begun(conn: TConn) -> bool:
    """Whether a thread has read the beginning of the next request on the connection: what lies there isn't all."""
    return conn.parser is not None and (conn.is_http2 or bool(conn.parser.unreader.buf.getvalue()))
