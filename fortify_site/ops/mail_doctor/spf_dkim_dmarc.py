"""Checks that others can tell that our emails are ours, by DNS.

They are SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489), and the name of the machine that sends.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from checkdmarc.dmarc import check_dmarc
from checkdmarc.spf import check_spf
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from .configuration import Arrangement
from .dns import PATIENCE, Zone
from .finding import Finding, dns_record

MOST_LOOKUPS = 10  # RFC 7208, 4.6.4
USUAL_SELECTORS = ("default", "mail", "dkim", "s1", "s2", "k1", "k2", "selector1", "selector2", "google", "mx", "pm")
SHORT_KEY, USUAL_KEY = 1024, 2048  # bits; RFC 8301, 3.2


def policies_of_senders(site: Arrangement, zone: Zone) -> list[Finding]:
    """Check SPF for the domain that emails are from and the one that they bounce to.

    Most receivers look up the latter, some the former.
    """
    return [policy_of_senders(site, zone, domain) for domain in dict.fromkeys((site.domain, site.returns)) if domain]


def policy_of_senders(site: Arrangement, zone: Zone, domain: str) -> Finding:
    """Check by SPF that the domain names the servers that may send for it, and that ours are among them."""
    records = [text for text in zone.texts(domain) if text.lower().split(" ")[0] == "v=spf1"]
    if not records:
        return Finding(
            "SPF",
            "wrong",
            f"{domain} doesn't say which servers may send its email.",
            f"{_whose_servers(site)} Publish:",
            (dns_record(domain, "TXT", _proposed_policy(site)),),
        )
    if len(records) > 1:
        return Finding(
            "SPF",
            "wrong",
            f"{domain} has {len(records)} records that begin with v=spf1, so none of them counts.",
            "Merge them into one.",
        )
    found = check_spf(domain, resolver=zone.resolver, timeout=PATIENCE, retries=0)
    return _fault_of_policy(records[0], found) or _our_place_in(site, zone, domain, records[0], found)


def _fault_of_policy(text: str, found: dict[str, Any]) -> Finding | None:
    if (found.get("dns_lookups") or 0) > MOST_LOOKUPS:
        return Finding(
            "SPF",
            "wrong",
            f"The record needs {found['dns_lookups']} more lookups; receivers give up after {MOST_LOOKUPS}.",
            "Remove what you no longer use, or write addresses (ip4:…) instead of names.",
        )
    if not found["valid"]:
        return Finding("SPF", "wrong", f"The record cannot be used: {found['error']}", f"It says: {text}")
    if any(word.lower() in {"+all", "all"} for word in text.split()):
        return Finding("SPF", "wrong", "The record lets anyone send in the domain's name.", "End it with ~all or -all.")
    return None


def _our_place_in(site: Arrangement, zone: Zone, domain: str, text: str, found: dict[str, Any]) -> Finding:
    if not site.is_own_server:
        return Finding(
            "SPF",
            "good",
            f"The record can be read: {text}",
            f"Check with the documentation of {site.host or site.provider} that it names their servers.",
        )
    ours = zone.addresses(site.machine)
    missing = [address for address in ours if not _is_within(address, allowed(found["parsed"]))]
    if not ours:
        return Finding("SPF", "look", f"The record can be read, but {site.machine} has no address to compare with.")
    if missing:
        return Finding(
            "SPF",
            "wrong",
            f"The record does not name {', '.join(missing)}, the address of {site.machine}, which sends the emails.",
            "Add to it, before the word with “all”:",
            tuple(f"ip{ipaddress.ip_address(address).version}:{address}" for address in missing),
        )
    return Finding("SPF", "good", f"{site.machine} may send for {domain}.")


def allowed(parsed: Any) -> Iterator[str]:
    """Yield the addresses and networks that a record accepts, including those of records that it includes."""
    for mechanism in parsed["mechanisms"]:
        if mechanism["action"] != "pass":
            continue
        if mechanism["mechanism"] in {"ip4", "ip6"}:
            yield mechanism["value"]
        yield from mechanism.get("addresses", ())
        for host in mechanism.get("hosts", ()):
            yield from host.get("addresses", ()) if isinstance(host, dict) else ()
        if mechanism["mechanism"] == "include" and mechanism.get("parsed"):
            yield from allowed(mechanism["parsed"])
    if redirect := parsed.get("redirect"):
        yield from allowed(redirect["parsed"])


def _is_within(address: str, networks: Iterable[str]) -> bool:
    wanted = ipaddress.ip_address(address)
    return any(wanted in ipaddress.ip_network(network, strict=False) for network in networks)


def _whose_servers(site: Arrangement) -> str:
    if site.is_own_server:
        return ""
    return f"{site.host or site.provider} says what to include; put that in place of the dots."


def _proposed_policy(site: Arrangement) -> str:
    return f"v=spf1 a:{site.machine} -all" if site.is_own_server else "v=spf1 include:… ~all"


# -- signatures ----------------------------------------------------------------------------------------------------


def signatures(site: Arrangement, zone: Zone, selectors: Sequence[str] = ()) -> Finding:
    """Check that there is a DKIM key with which signatures can be verified."""
    for selector in selectors or USUAL_SELECTORS:
        name = f"{selector}._domainkey.{site.domain}"
        if keys := [text for text in zone.texts(name) if "p=" in text]:
            return _key(name, keys[0])
    tried = ", ".join(selectors) if selectors else "the usual ones"
    return Finding(
        "DKIM",
        "wrong" if selectors else "look",
        f"No key was found for {site.domain}; tried: {tried}.",
        "Let the mail server sign what it sends (with rspamd or OpenDKIM on one of your own; a provider does it for "
        "you) and publish the key that it shows. If its name isn't one of the usual ones, give it: "
        "mail_doctor --selector NAME.",
        (f'<selector>._domainkey.{site.domain}. TXT "v=DKIM1; k=rsa; p=<public key>"',),
    )


def _key(name: str, text: str) -> Finding:
    tags = dict(part.strip().partition("=")[::2] for part in text.split(";") if "=" in part)
    value = "".join(tags.get("p", "").split())
    if not value:
        return Finding("DKIM", "wrong", f"The key at {name} was withdrawn: its p= is empty.", "Publish the new key.")
    if tags.get("k", "rsa") != "rsa":
        return Finding("DKIM", "good", f"There is a key at {name}.")
    try:
        key = load_der_public_key(base64.b64decode(value, validate=True))
    except (binascii.Error, ValueError, UnsupportedAlgorithm) as error:
        return Finding("DKIM", "wrong", f"The key at {name} cannot be read: {error}", "Publish it again, whole.")
    bits = key.key_size if isinstance(key, RSAPublicKey) else 0
    if bits < SHORT_KEY:
        return Finding("DKIM", "wrong", f"The key at {name} has {bits} bits; many receivers require at least 1024.")
    if bits < USUAL_KEY:
        return Finding("DKIM", "look", f"The key at {name} has {bits} bits.", "Create a new one with 2048.")
    return Finding("DKIM", "good", f"There is a key of {bits} bits at {name}.")


def policy_of_domain(site: Arrangement, zone: Zone) -> Finding:
    """Check by DMARC that the domain says what to do with emails that forge it."""
    if not zone.texts(f"_dmarc.{site.domain}"):
        return Finding(
            "DMARC",
            "wrong",
            f"{site.domain} doesn't say what to do with emails that forge its name, and large "
            "providers refuse bulk email from such domains.",
            "Publish this; after some weeks of good reports, change p=none to p=quarantine:",
            (dns_record(f"_dmarc.{site.domain}", "TXT", f"v=DMARC1; p=none; rua=mailto:postmaster@{site.domain}"),),
        )
    found: Any = check_dmarc(site.domain, resolver=zone.resolver, timeout=PATIENCE, retries=0)
    if not found["valid"]:
        return Finding("DMARC", "wrong", f"The record at _dmarc.{site.domain} cannot be used: {found['error']}")
    asked = found["tags"]["p"]["value"]
    if asked == "none":
        return Finding(
            "DMARC", "good", "There is a record. It only asks for reports (p=none), which is right to begin with."
        )
    return Finding("DMARC", "good", f"There is a record, and it asks for p={asked}.")


# -- the machine ---------------------------------------------------------------------------------------------------


def name_of_machine(site: Arrangement, zone: Zone) -> Finding | None:
    """Check that the address of the host's own server leads back to its name; ``None`` if others send for it."""
    if not site.is_own_server:
        return None
    addresses = zone.addresses(site.machine)
    if not addresses:
        return Finding("Name", "wrong", f"{site.machine} has no address.", "Publish one (A, AAAA).")
    nameless = [address for address in addresses if not _leads_back(address, zone)]
    if nameless:
        return Finding(
            "Name",
            "wrong",
            f"{', '.join(nameless)}, which sends the emails, has no name that leads back to it, and many receivers "
            "refuse email from such machines.",
            f"Ask the provider of the machine to set its name (PTR, “reverse DNS”) to {site.machine}.",
        )
    return Finding("Name", "good", f"{site.machine} and its addresses lead to each other.")


def _leads_back(address: str, zone: Zone) -> bool:
    return any(address in zone.addresses(name) for name in zone.names(address))
