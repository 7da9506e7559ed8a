"""What a thousand open pages cost while nothing happens: processor time of the web processes for each poll.

Every poll comes over a connection of its own, as nginx has it without further settings.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from subprocess import Popen
from typing import Final

from matches.live.address import Page
from matches.live.tokens import tag_of

from .client import UnexpectedAnswer
from .seeds import Seeds

PAGES: Final = 1_000
ROUNDS: Final = 5
LONGEST_PAUSE: Final = 120  # seconds, of a page that is looked at; static/live.js
MOST: Final = 0.01  # of a core


def table(site: Popen[bytes], port: int, seeds: Seeds) -> str:
    """The row of the report. Raises ``UnexpectedAnswer`` for a poll that is answered by anything but 304."""
    homes = [Page(player_id=seeds.first_player + place) for place in range(PAGES // 2)]
    pages = homes + [Page(match_id=seeds.long[place % len(seeds.long)]) for place in range(PAGES // 2)]
    asked = [(page.address, _ask(port, page.address, tag_of("", ""), 200)) for page in pages]
    each = median(_round(site, port, asked) for _ in range(ROUNDS)) / PAGES
    share = each * PAGES / LONGEST_PAUSE
    kept = "kept" if share <= MOST else "MISSED"
    return (
        f"a poll, nothing new{each * 1000:9.2f} ms of processor\n"
        f"{PAGES:,} open pages, a poll every {LONGEST_PAUSE} s: {share:.2%} of a core   at most {MOST:.0%}: {kept}"
    )


def _round(site: Popen[bytes], port: int, asked: Sequence[tuple[str, str]]) -> float:
    before = _seconds(site)
    for address, tag in asked:
        _ask(port, address, tag, 304)
    return _seconds(site) - before


def _ask(port: int, address: str, tag: str, expect: int) -> str:
    """The tag that comes with the answer."""
    http = HTTPConnection("127.0.0.1", port, timeout=60)
    with closing(http):
        http.request("GET", address, headers={"If-None-Match": tag})
        answer = http.getresponse()
        answer.read()
    if answer.status != expect:
        raise UnexpectedAnswer(f"{address} was answered {answer.status}.")
    return answer.headers["ETag"]


def _seconds(site: Popen[bytes]) -> float:
    """The processor time, user and system, that gunicorn's processes have had."""
    children = Path(f"/proc/{site.pid}/task/{site.pid}/children").read_text().split()
    ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in (site.pid, *children)]
    return sum(int(each) for pair in ticks for each in pair) / os.sysconf("SC_CLK_TCK")
