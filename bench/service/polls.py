"""The cost of a thousand open pages while nothing happens: processor time of the web processes, and queries.

For some minutes every page polls at its own moments, as its script does when there has been no news for long. Each poll
has the headers of a browser's, and arrives as nginx passes it on with its default settings: over its own connection, by
HTTP/1.0.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median
from subprocess import Popen
from typing import Any, Final

from django.db import connection

from matches.live.address import LivePage
from matches.live.change_tokens import tag_of

from .client import UnexpectedAnswer
from .seeds import Seeds

PAGES: Final = 1_000
ROUNDS: Final = 5
LONGEST_PAUSE: Final = 180.0  # seconds, for a visible page; static/live.js
A_MINUTE: Final = 60.0
MINUTES: Final = 3
MOST: Final = 0.01  # of a core

# The headers of Chrome, and of nginx with its proxy_params.
HEADERS: Final = {
    "X-Real-IP": "192.0.2.7",
    "X-Forwarded-For": "192.0.2.7",
    "X-Forwarded-Proto": "https",
    "Connection": "close",
    "sec-ch-ua-platform": '"Linux"',
    "user-agent": "Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "sec-ch-ua": '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
    "sec-ch-ua-mobile": "?0",
    "accept": "*/*",
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "cors",
    "sec-fetch-dest": "empty",
    "referer": "https://play.example.org/matches/1/",
    "accept-encoding": "gzip, deflate, br, zstd",
    "accept-language": "en-GB,en;q=0.9",
    "cache-control": "no-cache",
    "pragma": "no-cache",
}

Asked = Sequence[tuple[str, str]]  # addresses, each with the tag of its last answer


def table(site: Popen[bytes], port: int, seeds: Seeds) -> str:
    """Return the rows of the report. Raises ``UnexpectedAnswer`` if a poll is answered by anything but 304."""
    homes = [LivePage(player_id=seeds.first_player + place) for place in range(PAGES // 2)]
    pages = homes + [LivePage(match_id=seeds.long[place % len(seeds.long)]) for place in range(PAGES // 2)]
    asked = [(page.address, _ask(port, page.address, tag_of("", ""), 200)) for page in pages]
    each = median(_round(site, port, asked) for _ in range(ROUNDS)) / PAGES
    minutes = [_minute(site, port, asked) for _ in range(MINUTES)]
    share, sessions = median(share for _, share, _ in minutes), sum(sessions for _, _, sessions in minutes)
    kept = "kept" if share <= MOST and not sessions else "MISSED"
    return (
        f"a poll, nothing new{each * 1000:9.2f} ms of processor\n"
        f"{PAGES:,} open pages, {MINUTES} times for {A_MINUTE:.0f} s, nothing happening: {minutes[0][0]} polls, "
        f"{share:.2%} of a core ({', '.join(f'{share:.2%}' for _, share, _ in minutes)}), "
        f"{sessions or 'no'} sessions that asked the database   at most {MOST:.0%} and none: {kept}"
    )


def _round(site: Popen[bytes], port: int, asked: Asked) -> float:
    before = _seconds(site)
    for address, tag in asked:
        _ask(port, address, tag, 304)
    return _seconds(site) - before


def _minute(site: Popen[bytes], port: int, asked: Asked) -> tuple[int, float, int]:
    """Measure one minute of open pages.

    Return how many polls there were, the share of a core that the web processes used, and how many sessions of the
    database ran a query.
    """
    random = Random(1)
    moments = sorted((random.uniform(0, LONGEST_PAUSE), page) for page in asked)
    due = [(moment, page) for moment, page in moments if moment < A_MINUTE]
    moment_before, before, begun = _now(), _seconds(site), time.monotonic()
    for moment, (address, tag) in due:
        time.sleep(max(0.0, begun + moment - time.monotonic()))
        _ask(port, address, tag, 304)
    time.sleep(max(0.0, begun + A_MINUTE - time.monotonic()))
    share = (_seconds(site) - before) / (time.monotonic() - begun)
    return len(due), share, _sessions_since(moment_before)


def _now() -> object:
    return _asked_of_database("SELECT clock_timestamp()", [])


def _sessions_since(moment: object) -> int:
    """Return how many database sessions, other than ours, have run a query since that moment."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    found = _asked_of_database(f"{others} AND state_change > %s", [moment])
    assert isinstance(found, int)
    return found


def _asked_of_database(words: str, values: list[Any]) -> object:
    with connection.cursor() as cursor:
        cursor.execute(words, values)
        return cursor.fetchone()[0]


def _ask(port: int, address: str, tag: str, expect: int) -> str:
    """Request a page and return the tag that comes with the answer."""
    http = _AsNginx("127.0.0.1", port, timeout=60)
    with closing(http):
        http.request("GET", address, headers={**HEADERS, "If-None-Match": tag})
        answer = http.getresponse()
        answer.read()
    if answer.status != expect:
        raise UnexpectedAnswer(f"{address} was answered {answer.status}.")
    return answer.headers["ETag"]


class _AsNginx(HTTPConnection):
    _http_vsn, _http_vsn_str = 10, "HTTP/1.0"


def _seconds(site: Popen[bytes]) -> float:
    """Return the processor time, user and system, that gunicorn's processes have used."""
    children = Path(f"/proc/{site.pid}/task/{site.pid}/children").read_text().split()
    ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in (site.pid, *children)]
    return sum(int(each) for pair in ticks for each in pair) / os.sysconf("SC_CLK_TCK")
