"""What the doctor finds at the mail servers: real ones on loopback, with certificates of an authority of our own."""

from __future__ import annotations

import datetime
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from fortify_site.ops.mail_doctor import connections
from fortify_site.ops.mail_doctor.configuration import Arrangement
from fortify_site.ops.mail_doctor.dns import Zone
from fortify_site.ops.mail_doctor.finding import Finding
from tests.support.servers import free_port

from .nameserver import serving

SITE = Arrangement(sender="noreply@club.example", site_host="play.club.example", host="127.0.0.1")
DAY = datetime.timedelta(days=1)


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Of the server at 127.0.0.1, which this test's own clients believe."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "tests")])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - DAY, now + DAY)
    made = made.add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    pem = tmp_path / "server.pem"
    public = made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    pem.write_bytes(public + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    (tmp_path / "authorities.pem").write_bytes(public)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authorities.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context


class Handler:
    """Takes mail for ``domain`` alone."""

    domain = "reply.club.example"

    async def handle_RCPT(  # noqa: N802 (aiosmtpd calls it so)
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if not address.endswith(f"@{self.domain}"):
            return "554 5.7.1 Relay access denied"
        envelope.rcpt_tos.append(address)
        return "250 OK"


@contextmanager
def mail_server(**options: Any) -> Iterator[int]:
    controller = Controller(Handler(), hostname="127.0.0.1", port=free_port(), **options)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def knows_the_password(_server: Any, _session: Any, _envelope: Any, _mechanism: str, login: Any) -> AuthResult:
    is_right = login.password == b"right"
    return AuthResult(success=is_right, handled=is_right)


def test_a_server_that_encrypts_and_knows_the_login(certificate: ssl.SSLContext) -> None:
    with mail_server(tls_context=certificate, authenticator=knows_the_password) as port:
        site = replace(SITE, port=port, tls="starttls", user="club", password="right")
        assert connections.outgoing(site) == Finding("Server", "good", f"127.0.0.1:{port} takes our mails, encrypted.")
        wrong = connections.outgoing(replace(site, password="wrong"))
        assert (wrong.state, "rejects the login" in wrong.words) == ("wrong", True)


def test_a_server_that_nobody_can_prove_to_be_itself(
    certificate: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "none.pem").write_bytes(b"")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    with mail_server(tls_context=certificate) as port:
        found = connections.outgoing(replace(SITE, port=port, tls="starttls"))
    assert (found.state, "another server's certificate" in found.words) == ("wrong", True)


def test_a_server_that_is_not_there() -> None:
    assert connections.outgoing(replace(SITE, port=free_port())).state == "wrong"


def test_a_server_on_this_machine_need_not_encrypt() -> None:
    with mail_server() as port:
        assert connections.outgoing(replace(SITE, port=port)).state == "good"


def looked_at(port: int, domain: str = "reply.club.example") -> Finding:
    with serving(f"{domain}. MX 10 127.0.0.1.") as names:
        (found,) = connections.incoming(replace(SITE, reply_domain=domain), Zone(names.resolver()), port)
    return found


def test_a_server_that_takes_answers(certificate: ssl.SSLContext) -> None:
    with mail_server(tls_context=certificate) as port:
        assert looked_at(port).state == "good"


def test_a_server_that_does_not_know_the_reply_domain(certificate: ssl.SSLContext) -> None:
    with mail_server(tls_context=certificate) as port:
        found = looked_at(port, "answers.club.example")
    assert (found.state, "does not know answers.club.example" in found.words) == ("wrong", True)


def test_a_server_that_takes_answers_in_the_clear() -> None:
    with mail_server() as port:
        found = looked_at(port)
    assert (found.state, "doesn't encrypt" in found.words) == ("look", True)


def test_a_server_for_answers_that_cannot_be_reached_from_here() -> None:
    assert looked_at(free_port()).state == "look"
