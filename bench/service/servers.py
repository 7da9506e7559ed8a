"""The servers of the bench: PostgreSQL with its default settings, Valkey, and gunicorn twice."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final, NamedTuple

from fortify_site.run.embedded_valkey import dying_with_parent
from tests.support import servers

ROOT: Final = Path(__file__).resolve().parents[2]
SITE, BARE = "fortify_site.settings", "bench.service.bare_settings"
WEB_WORKERS: Final = os.cpu_count() or 1
NEEDED: Final = 14_000  # bytes on disk for each match, including PostgreSQL's log
READY_SECONDS: Final = 60

# As PostgreSQL comes, where the tests' own server forgoes what a host cannot; and room for the log of the bulk inserts,
# so that they do not force a checkpoint into the measuring.
POSTGRES: Final = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "max_wal_size": "8GB"}


class Ports(NamedTuple):
    """The ports of the site and of the bare view."""

    site: int
    bare: int


def prepare(most_matches: int) -> Ports:
    """Start the databases, and set this process's environment as a host would set the site's."""
    run = servers.folder()
    _refuse_without_room(run, most_matches)
    ports = Ports(servers.free_port(), servers.free_port())
    for name in ("DEBUG", "EMAIL_URL", "SECRET_KEY_FALLBACKS", "TRUSTED_PROXIES", "ALLOWED_HOSTS", "ACCESS_LOG"):
        os.environ.pop(name, None)
    os.environ |= {
        "DATABASE_URL": _start_postgres(run),
        "DJANGO_SETTINGS_MODULE": SITE,
        "LOG_LEVEL": "WARNING",
        "MAILBOX": "1",
        "REDIS_URL": servers.start_valkey(run),
        "SECRET_KEY": "the bench has no secrets",
        "SITE_URL": f"http://localhost:{ports.site}",
        "VAR_DIR": str(run / "var"),
        "WEB_THREADS": "4",
        "WEB_WORKERS": str(WEB_WORKERS),
    }
    return ports


def _refuse_without_room(run: Path, most_matches: int) -> None:
    needed, free = NEEDED * most_matches, shutil.disk_usage(run).free
    if free < needed:
        raise SystemExit(
            f"{most_matches:,} matches need {needed / 1e9:.0f} GB in {run.parent}, and {free / 1e9:.0f} GB are free. "
            "Set TMPDIR to a folder with more room, or say --sizes 10000,100000."
        )


def _start_postgres(run: Path) -> str:
    server = servers.Postgres(run, **POSTGRES)
    server.make()
    atexit.register(server.stop)
    server.start()
    return server.url


def serve(ports: Ports) -> subprocess.Popen[bytes]:
    """Serve the site and the bare view, each by its own gunicorn with the same settings. Return the site's process."""
    manage = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(manage, cwd=ROOT, check=True)
    site = _start_gunicorn(SITE, ports.site, "fortify_site.gunicorn")
    _wait_for_answer(site, ports.site, "/healthz")
    _wait_for_answer(_start_gunicorn(BARE, ports.bare, "bench.service.bare_gunicorn"), ports.bare, "/1/")
    return site


def _start_gunicorn(settings: str, port: int, config: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gunicorn", "--config", f"python:{config}", "fortify_site.wsgi"]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": settings, "PORT": str(port)}
    process = subprocess.Popen(command, env=env, cwd=ROOT, preexec_fn=dying_with_parent())
    atexit.register(servers.stop, process, signal.SIGTERM)
    return process


def _wait_for_answer(process: subprocess.Popen[bytes], port: int, page: str) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and process.poll() is None:
        http = HTTPConnection("127.0.0.1", port, timeout=READY_SECONDS)
        with contextlib.closing(http), contextlib.suppress(OSError, HTTPException):
            http.request("GET", page)
            http.getresponse()
            return
        time.sleep(0.1)
    raise servers.NoServer("gunicorn did not start; its own words are above.")
