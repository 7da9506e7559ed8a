"""The whole examination, and its texts."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from . import connections, inbound, spf_dkim_dmarc
from .configuration import Arrangement
from .dns import Unanswered, Zone
from .finding import Finding

MARKS = {"good": "ok", "look": "look", "wrong": "WRONG"}
WIDTH = 96


def examine(
    site: Arrangement, zone: Zone, *, selectors: Sequence[str] = (), connecting: bool = True
) -> Iterator[Finding]:
    """Yield the findings as they are made. Without ``connecting``, no mail server is contacted."""
    yield from _asked("SPF", lambda: spf_dkim_dmarc.policies_of_senders(site, zone))
    yield from _asked("DKIM", lambda: [spf_dkim_dmarc.signatures(site, zone, selectors)])
    yield from _asked("DMARC", lambda: [spf_dkim_dmarc.policy_of_domain(site, zone)])
    yield from _asked("Name", lambda: [each for each in [spf_dkim_dmarc.name_of_machine(site, zone)] if each])
    yield from _asked("Bounces", lambda: [inbound.bounces(site, zone)])
    yield from _asked("Replies", lambda: inbound.replies(site, zone))
    if connecting and site.host:
        yield connections.outgoing(site)
    if connecting:
        yield from _asked("Line in", lambda: connections.incoming(site, zone))


def _asked(name: str, look: Callable[[], Iterable[Finding]]) -> list[Finding]:
    try:
        return list(look())
    except Unanswered as error:
        return [Finding(name, "look", f"No name server answered, so this couldn't be checked: {error}")]


def finding_words(finding: Finding) -> str:
    """Write a finding for a terminal."""
    head = f"{MARKS[finding.state]:6}{finding.name:9}"
    text = f"{finding.words} {finding.advice}".strip()
    indent = " " * len(head)
    told = textwrap.fill(text, WIDTH, initial_indent=head, subsequent_indent=indent, break_long_words=False)
    return "\n".join([told, *(f"{indent}    {line}" for line in finding.publish)])
