from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from dns.resolver import Resolver

from fortify_site.ops.mail_doctor.configuration import arrangement
from fortify_site.ops.mail_doctor.dns import PATIENCE, Zone
from fortify_site.ops.mail_doctor.finding import wrong
from fortify_site.ops.mail_doctor.report import examine, finding_words


class Command(BaseCommand):
    help = (
        "Check what this site's domain publishes for email (SPF, DKIM, DMARC, the servers of the reply "
        "domain) and the mail servers themselves; say what is missing, and what to publish."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--selector", action="append", default=[], help="a name under which a DKIM key is kept")
        parser.add_argument("--name-server", help="the address of another name server to ask")
        parser.add_argument("--no-connection", action="store_true", help="don't connect to mail servers")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.MAILBOX:
            raise CommandError(
                "This site sends no email: it keeps all of it in its mailbox. Set SITE_URL and EMAIL_URL as "
                "docs/hosting.md says, and ask again."
            )
        zone = Zone(resolver(options["name_server"]))
        found = []
        for finding in examine(
            arrangement(settings), zone, selectors=options["selector"], connecting=not options["no_connection"]
        ):
            found.append(finding)
            self.stdout.write(finding_words(finding))
        if faults := wrong(found):
            raise CommandError(f"{len(faults)} to put right: {', '.join(sorted({each.name for each in faults}))}.")


def resolver(name_server: str | None) -> Resolver:
    """Return a resolver that asks the given server, "ADDRESS" or "ADDRESS:PORT", or else this machine's."""
    found = Resolver(configure=not name_server)
    found.lifetime = PATIENCE
    if name_server:
        address, _, port = name_server.partition(":")
        found.nameservers, found.port = [address], int(port or 53)
    return found
