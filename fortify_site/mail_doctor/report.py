"""The whole examination, and its words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from . import lines, receiving, sending
from .arrangement import Arrangement
from .finding import Finding
from .zone import Unanswered, Zone

MARKS = {"good": "ok", "look": "look", "wrong": "WRONG"}
WIDTH = 96


def examine(
    site: Arrangement, zone: Zone, *, selectors: Sequence[str] = (), connecting: bool = True
) -> Iterator[Finding]:
    """Finding by finding, as they are made. Without ``connecting`` no mail server is talked to."""
    yield from _asked("SPF", lambda: sending.policies_of_senders(site, zone))
    yield from _asked("DKIM", lambda: [sending.signatures(site, zone, selectors)])
    yield from _asked("DMARC", lambda: [sending.policy_of_domain(site, zone)])
    yield from _asked("Name", lambda: [each for each in [sending.name_of_machine(site, zone)] if each])
    yield from _asked("Bounces", lambda: [receiving.bounces(site, zone)])
    yield from _asked("Replies", lambda: receiving.replies(site, zone))
    if connecting and site.host:
        yield lines.outgoing(site)
    if connecting:
        yield from _asked("Line in", lambda: lines.incoming(site, zone))


def _asked(name: str, look: Callable[[], Iterable[Finding]]) -> list[Finding]:
    try:
        return list(look())
    except Unanswered as error:
        return [Finding(name, "look", f"No name server answered, so nothing is known of this: {error}")]


def words(finding: Finding) -> str:
    """A finding for a terminal."""
    head = f"{MARKS[finding.state]:6}{finding.name:9}"
    text = f"{finding.words} {finding.advice}".strip()
    indent = " " * len(head)
    told = textwrap.fill(text, WIDTH, initial_indent=head, subsequent_indent=indent, break_long_words=False)
    return "\n".join([told, *(f"{indent}    {line}" for line in finding.publish)])
