"""A site's email setup, read from its settings."""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Any


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A site's email setup.

    ``host`` is the mail server that accepts our emails, "" if a provider's interface does. ``provider`` is the name of
    that provider, or of the one whose webhook brings replies. ``returns`` is the domain that emails bounce to, if it
    isn't the one that they are from.
    """

    sender: str
    site_host: str
    host: str = ""
    port: int = 25
    tls: str = ""  # "", "starttls" or "tls"
    user: str = ""
    password: str = ""
    reply_domain: str = ""
    returns: str = ""
    authserv_id: str = ""
    provider: str = ""
    webhooks: tuple[str, ...] = ()
    imap: bool = False

    @property
    def domain(self) -> str:
        """The domain that emails are from, which SPF, DKIM and DMARC are about."""
        return self.sender.rpartition("@")[2].lower()

    @property
    def is_local_server(self) -> bool:
        """True if the server is on this machine."""
        return is_loopback(self.host)

    @property
    def is_own_server(self) -> bool:
        """True if the mail server's name shows that it is the host's own, so that emails come from its address."""
        return self.is_local_server or self.host.endswith(f".{self.domain}") or self.host == self.domain

    @property
    def machine(self) -> str:
        """The name under which the host's own server is known to others."""
        return self.site_host if self.is_local_server else self.host


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def arrangement(settings: Any) -> Arrangement:
    """Return the setup that Django's settings describe."""
    return Arrangement(
        sender=parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
        site_host=settings.SITE_HOST,
        host=settings.EMAIL_HOST,
        port=settings.EMAIL_PORT,
        tls="tls" if settings.EMAIL_USE_SSL else "starttls" if settings.EMAIL_USE_TLS else "",
        user=settings.EMAIL_HOST_USER,
        password=settings.EMAIL_HOST_PASSWORD,
        reply_domain=settings.REPLY_DOMAIN,
        returns=settings.REPLY_DOMAIN if settings.BOUNCE_ADDRESSES else "",
        authserv_id=settings.AUTHSERV_ID,
        provider=settings.MAIL_PROVIDER,
        webhooks=_webhooks(settings) if settings.MAIL_PROVIDER else (),
        imap=bool(settings.IMAP_URL),
    )


def _webhooks(settings: Any) -> tuple[str, ...]:
    """Return the addresses to which the provider posts replies, and events about our emails."""
    return tuple(
        f"{settings.SITE_URL}/webhooks/{settings.MAIL_PROVIDER}/{what}/" for what in ("inbound_mime", "tracking")
    )
