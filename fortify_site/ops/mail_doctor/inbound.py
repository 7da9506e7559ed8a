"""Checks that replies find their way back: the servers of the reply domain, or a provider's webhook."""

from __future__ import annotations

from .configuration import Arrangement
from .dns import Zone
from .finding import Finding, dns_record


def bounces(site: Arrangement, zone: Zone) -> Finding:
    """Check that reports of undelivered emails can come back to the sender's domain."""
    servers = zone.exchangers(site.domain)
    if servers == [""]:
        return Finding(
            "Bounces",
            "wrong",
            f"{site.domain} says that it accepts no mail (null MX), so bounces can't come back, and "
            "some receivers refuse email that can't be answered.",
            "Send from a domain that accepts mail: DEFAULT_FROM_EMAIL.",
        )
    if servers or zone.addresses(site.domain):
        return Finding("Bounces", "good", f"{site.domain} takes mail.")
    return Finding(
        "Bounces",
        "wrong",
        f"{site.domain} has neither a mail server nor an address, so some receivers refuse its email.",
        "Publish:",
        (dns_record(site.domain, "MX", f"10 {site.machine or site.site_host}."),),
    )


def replies(site: Arrangement, zone: Zone) -> list[Finding]:
    if not site.reply_domain:
        return [
            Finding(
                "Replies",
                "look",
                "Players can't reply by email: REPLY_DOMAIN isn't set.",
                f"Give replies a domain of their own, such as reply.{site.site_host}: docs/hosting.md says how.",
            )
        ]
    return [_servers(site, zone), *_verdicts(site), *_webhooks(site)]


def _servers(site: Arrangement, zone: Zone) -> Finding:
    domain = site.reply_domain
    servers = zone.exchangers(domain)
    if not servers or servers == [""]:
        server = f"<the server that {site.provider} names>" if site.provider else f"{site.site_host}."
        return Finding(
            "Replies",
            "wrong",
            f"No server accepts mail for {domain}, so replies can't come in.",
            "Publish:",
            (dns_record(domain, "MX", f"10 {server}"),),
        )
    if aliases := [server for server in servers if zone.alias(server)]:
        return Finding(
            "Replies",
            "wrong",
            f"{', '.join(aliases)}, which accepts mail for {domain}, is an alias (CNAME), which the name of a mail "
            "server must not be (RFC 2181, 10.3).",
            "Name the machine by the name that has its address.",
        )
    if lost := [server for server in servers if not zone.addresses(server)]:
        return Finding(
            "Replies", "wrong", f"{', '.join(lost)}, which accepts mail for {domain}, has no address.", "Publish one."
        )
    return Finding("Replies", "good", f"{', '.join(servers)} accepts mail for {domain}.")


def _verdicts(site: Arrangement) -> list[Finding]:
    if site.authserv_id or site.provider:
        return []
    return [
        Finding(
            "Senders",
            "look",
            "AUTHSERV_ID isn't set, so the site can't recognise replies with a forged sender.",
            "Let the mail server check DMARC (with rspamd or OpenDMARC), and set AUTHSERV_ID to the name that it "
            "writes first into Authentication-Results.",
        )
    ]


def _webhooks(site: Arrangement) -> list[Finding]:
    if not site.provider:
        return []
    if not site.webhooks:
        return [
            Finding(
                "Webhook",
                "wrong",
                f"{site.provider} is set, but the secret for its requests is missing.",
                "Set MAIL_PROVIDER_SECRET to “name:password” of your own choice; docs/hosting.md says how.",
            )
        ]
    plain = [address for address in site.webhooks if not address.startswith("https://")]
    if plain:
        return [Finding("Webhook", "wrong", f"{plain[0]} is not encrypted.", "Serve the site over https: SITE_URL.")]
    words = f"Enter at {site.provider}, with the name and password of MAIL_PROVIDER_SECRET: "
    return [Finding("Webhook", "good", words + " and ".join(site.webhooks))]
