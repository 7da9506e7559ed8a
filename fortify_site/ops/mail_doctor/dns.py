"""Queries to the domain name system, with one error if no name server answers."""

from __future__ import annotations

from typing import Any

from dns.exception import DNSException
from dns.name import EmptyLabel, LabelTooLong
from dns.resolver import NXDOMAIN, NoAnswer, Resolver
from dns.reversename import from_address

PATIENCE = 5.0  # seconds for one question


class Unanswered(Exception):
    """Raised when no name server answered, so that nothing is known; the message is the reason."""


class Zone:
    """Published DNS records. Names are in lower case, without the final dot."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver

    def texts(self, name: str) -> list[str]:
        return [b"".join(each.strings).decode(errors="replace") for each in self._ask(name, "TXT")]

    def exchangers(self, name: str) -> list[str]:
        """Return a domain's mail servers, the preferred one first.

        "" stands for the record by which a domain says that it accepts no mail (RFC 7505).
        """
        found = sorted(self._ask(name, "MX"), key=lambda each: each.preference)
        return [str(each.exchange).rstrip(".").lower() for each in found]

    def addresses(self, name: str) -> list[str]:
        return [each.address for kind in ("A", "AAAA") for each in self._ask(name, kind)]

    def alias(self, name: str) -> str:
        """Return the name for which this one is an alias, or ""."""
        return next((str(each.target).rstrip(".").lower() for each in self._ask(name, "CNAME")), "")

    def names(self, address: str) -> list[str]:
        """Return the names of an address."""
        return [str(each.target).rstrip(".").lower() for each in self._ask(str(from_address(address)), "PTR")]

    def _ask(self, name: str, kind: str) -> list[Any]:
        try:
            return list(self.resolver.resolve(name, kind))
        except (NXDOMAIN, NoAnswer, EmptyLabel, LabelTooLong):
            return []
        except DNSException as error:
            raise Unanswered(f"{name} {kind}: {error}") from error
