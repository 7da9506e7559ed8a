"""One POST to an address that someone entered: never into our own network, bounded in time, without redirects.

The signature of Standard Webhooks proves that it comes from us.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import ipaddress
import socket
import ssl
from contextlib import suppress
from threading import Timer
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

PATIENCE: Final = 5.0  # seconds for each step
LONGEST: Final = 12.0  # seconds for all of them
READ: Final = 2000  # bytes of an answer that are read
SECRET_PREFIX: Final = "whsec_"
PORTS: Final = {"https": 443, "http": 80}
# A network that some versions of Python take for public (RFC 6890).
SPECIAL: Final = ipaddress.IPv4Network("192.0.0.0/24")
IPV4_IN_IPV6: Final = [ipaddress.IPv6Network(text) for text in ("64:ff9b::/96", "2002::/16", "2001::/32", "::/96")]

# Endings that no public name has (RFC 6761, 6762, 8375; .internal and the others by ICANN's decisions).
INSIDE_NAMES: Final = (
    ".localhost",
    ".local",
    ".home.arpa",
    ".internal",
    ".home",
    ".corp",
    ".mail",
    ".lan",
    ".intranet",
)
INSIDE: Final = gettext_noop("This address is in a private network. Use a public one.")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class PostAnswer(NamedTuple):
    """The answer to a POST. ``status`` is 0 if there was none; ``words`` describe the answer for the organiser."""

    status: int
    words: str

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


class UnfitAddress(Exception):
    """Raised for an address to which nothing is sent; the message says why."""


class Target(NamedTuple):
    scheme: str
    host: str
    port: int
    path: str


def post(url: str, headers: dict[str, str], body: bytes) -> PostAnswer:
    try:
        target = target_of(url)
        return _exchange(target, _resolved(target), headers, body)
    except UnfitAddress as unfit:
        return PostAnswer(0, str(unfit))
    except (OSError, http.client.HTTPException, ValueError) as error:
        return PostAnswer(0, f"{type(error).__name__}: {error}"[:200])


def target_of(url: str) -> Target:
    """Return what a URL leads to. Raises ``UnfitAddress`` if it isn't a web address or lacks TLS."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UnfitAddress(_("This isn’t a web address.")) from None
    if parts.scheme not in PORTS or not parts.hostname or not _is_plain(url):
        raise UnfitAddress(_("This isn’t a web address."))
    if parts.scheme != "https" and not settings.WEBHOOKS_ANYWHERE:
        raise UnfitAddress(_("The address must begin with https://, so that no one can read along."))
    if parts.username is not None or parts.password is not None:
        raise UnfitAddress(_("Leave out the name and password. The signature shows who sent it."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        host = parts.hostname.encode("idna").decode()
    except UnicodeError:
        raise UnfitAddress(_("This isn’t a web address.")) from None
    if not settings.WEBHOOKS_ANYWHERE and _says_inside(host):
        raise UnfitAddress(_(INSIDE))
    return Target(parts.scheme, host, port or PORTS[parts.scheme], path)


def _says_inside(host: str) -> bool:
    """Return whether the address itself shows that it is in our own network, without looking its name up."""
    name = host.lower().rstrip(".")
    if ":" in name or name.rpartition(".")[2][:1].isdigit():  # no name ends in a number
        return not all(is_outside(address) for address in _numeric(name))
    return "." not in name or name.endswith(INSIDE_NAMES)


def _numeric(host: str) -> list[str]:
    """Return the IP addresses that a number means, however it is written: 127.0.0.1, 127.1, 2130706433, 0x7f000001."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except OSError:
        raise UnfitAddress(_("This isn’t a web address.")) from None
    return [str(each[4][0]) for each in found]


def _is_plain(url: str) -> bool:
    return url.isprintable() and " " not in url and urlsplit(url).path.isascii() and urlsplit(url).query.isascii()


def _resolved(target: Target) -> str:
    """Return the IP address to connect to, looked up once, so that it can't change before the connection.

    Raises ``UnfitAddress`` if any of the name's addresses is inside our network.
    """
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not settings.WEBHOOKS_ANYWHERE and not all(is_outside(address) for address in addresses):
        raise UnfitAddress(_(INSIDE))
    return addresses[0]


def is_outside(text: str) -> bool:
    """Return whether the IP address is on the public internet, however it is written."""
    address: Address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif address.is_site_local or any(address in network for network in IPV4_IN_IPV6):
            return False
    if address in SPECIAL:
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class _Connection(http.client.HTTPConnection):
    """A connection to an IP address that was looked up before, under the name that belongs to it."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=PATIENCE)
        self.address = address
        self.context = ssl.create_default_context() if target.scheme == "https" else None

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), self.timeout)
        if self.context is not None:
            # In two steps, so that it can be cut off in the middle of the handshake.
            secured = self.context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = secured
            secured.do_handshake()

    def cut(self) -> None:
        """End the connection, whatever it is waiting for."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def _exchange(target: Target, address: str, headers: dict[str, str], body: bytes) -> PostAnswer:
    connection = _Connection(target, address)
    timer = Timer(LONGEST, connection.cut)
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", target.path, body, {**headers, "Connection": "close"})
        response = connection.getresponse()
        text = response.read(READ).decode(errors="replace")
    finally:
        timer.cancel()
        connection.close()
    said = " ".join(text.split())[:150] if response.status >= 300 else ""
    return PostAnswer(response.status, f"{response.status} {response.reason} {said}".strip()[:250])


def signature(secret: str, key: str, sent_at: int, body: bytes) -> str:
    """Return the header ``webhook-signature``: version 1 of Standard Webhooks, HMAC-SHA256 over id, time and body."""
    signed = f"{key}.{sent_at}.".encode() + body
    mac = hmac.new(base64.b64decode(secret.removeprefix(SECRET_PREFIX)), signed, hashlib.sha256)
    return "v1," + base64.b64encode(mac.digest()).decode()
