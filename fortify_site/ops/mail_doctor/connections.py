"""Conversations with the mail servers themselves: do they answer, and is the connection encrypted?"""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from .configuration import Arrangement
from .dns import Zone
from .finding import Finding

PATIENCE = 10.0  # seconds
SMTP_PORT = 25


def outgoing(site: Arrangement) -> Finding:
    """Check that the server that accepts our emails answers, encrypts, and knows us."""
    where = f"{site.host}:{site.port}"
    try:
        with _open(site) as server:
            offers_tls = server.has_extn("starttls")
            if site.user:
                server.login(site.user, site.password)
    except ssl.SSLCertVerificationError as error:
        return Finding("Server", "wrong", f"{where} shows another server's certificate: {error.verify_message}.")
    except smtplib.SMTPAuthenticationError as error:
        return Finding("Server", "wrong", f"{where} rejects the login ({error.smtp_code}).", "See EMAIL_URL.")
    except (OSError, smtplib.SMTPException) as error:
        return Finding("Server", "wrong", f"{where} cannot be used: {error}", "See EMAIL_URL, and the server’s log.")
    return _encryption(site, where, offers_tls=offers_tls)


def _encryption(site: Arrangement, where: str, *, offers_tls: bool) -> Finding:
    if site.tls or site.is_local_server:
        return Finding("Server", "good", f"{where} takes our mails{', encrypted' if site.tls else ''}.")
    if offers_tls:
        return Finding(
            "Server", "wrong", f"{where} can encrypt, but isn't asked to.", "Write smtp+tls:// in EMAIL_URL."
        )
    return Finding("Server", "look", f"{where} accepts our emails, but doesn't encrypt the connection.")


@contextmanager
def _open(site: Arrangement) -> Iterator[smtplib.SMTP]:
    context = _context(site)
    if site.tls == "tls":
        with smtplib.SMTP_SSL(site.host, site.port, timeout=PATIENCE, context=context) as server:
            server.ehlo()
            yield server
        return
    with smtplib.SMTP(site.host, site.port, timeout=PATIENCE) as server:
        server.ehlo()
        if site.tls:
            server.starttls(context=context)
            server.ehlo()
        yield server


def _context(site: Arrangement) -> ssl.SSLContext:
    """Return Django's own strict TLS context.

    For a server on this machine the certificate may have another name.
    """
    context = ssl.create_default_context()
    if site.is_local_server:
        context.check_hostname = False
    return context


def incoming(site: Arrangement, zone: Zone, port: int = SMTP_PORT) -> list[Finding]:
    """Check that the servers of the reply domain answer, accept an address of it, and encrypt."""
    servers = [server for server in zone.exchangers(site.reply_domain) if server] if site.reply_domain else []
    return [_server(server, port, site.reply_domain) for server in servers]


def _server(server: str, port: int, domain: str) -> Finding:
    try:
        with smtplib.SMTP(server, port, timeout=PATIENCE) as line:
            line.ehlo()
            if not line.has_extn("starttls"):
                return Finding(
                    "Line in",
                    "look",
                    f"{server} answers, but doesn't encrypt.",
                    "Give it a certificate (the web server’s will do), as its documentation says.",
                )
            line.starttls(context=ssl.create_default_context())
            line.ehlo()
            line.mail("")
            code, words = line.rcpt(f"postmaster@{domain}")
    except ssl.SSLCertVerificationError as error:
        return Finding(
            "Line in", "look", f"{server} encrypts with a certificate of another name: {error.verify_message}."
        )
    except (OSError, smtplib.SMTPException) as error:
        return Finding(
            "Line in",
            "look",
            f"{server} can't be reached from here: {error}",
            "Many providers block port 25 to the outside; try from another machine.",
        )
    if code in {454, 554} or b"elay" in words:
        return Finding("Line in", "wrong", f"{server} does not know {domain}: {code} {words.decode(errors='replace')}")
    return Finding("Line in", "good", f"{server} is there and encrypts.")
