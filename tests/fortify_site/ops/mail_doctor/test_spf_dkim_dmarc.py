"""What the doctor finds in a domain, asked from a name server as a real one is."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import replace

import pytest
from checkdmarc.utils import DNS_CACHE
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fortify_site.ops.mail_doctor.configuration import Arrangement
from fortify_site.ops.mail_doctor.dns import Zone
from fortify_site.ops.mail_doctor.finding import Finding, dns_record
from fortify_site.ops.mail_doctor.report import examine

from .nameserver import NameServer, serving

CLUB = Arrangement(
    sender="noreply@club.example",
    site_host="play.club.example",
    host="localhost",
    reply_domain="reply.club.example",
    authserv_id="play.club.example",
)
PROVIDER = replace(CLUB, host="smtp.post.example", provider="mailgun", webhooks=("https://play.club.example/a/",))


def public_key(bits: int) -> str:
    key = rsa.generate_private_key(65537, bits).public_key()
    return base64.b64encode(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


LONG_KEY = public_key(2048)
GOOD = {
    "spf": dns_record("club.example", "TXT", "v=spf1 a:play.club.example -all"),
    "returns": dns_record("reply.club.example", "TXT", "v=spf1 a:play.club.example -all"),
    "dkim": dns_record("mail._domainkey.club.example", "TXT", f"v=DKIM1; k=rsa; p={LONG_KEY}"),
    "dmarc": dns_record("_dmarc.club.example", "TXT", "v=DMARC1; p=quarantine; rua=mailto:postmaster@club.example"),
    "mx": "club.example. MX 10 play.club.example.",
    "reply": "reply.club.example. MX 10 play.club.example.",
    "address": "play.club.example. A 192.0.2.7",
    "name": "7.2.0.192.in-addr.arpa. PTR play.club.example.",
}


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    DNS_CACHE.clear()
    yield
    DNS_CACHE.clear()


def findings(site: Arrangement = CLUB, /, *selectors: str, **changed: str) -> dict[str, Finding]:
    """By name, in the domain that lacks nothing but for what is changed."""
    with serving("\n".join((GOOD | changed).values())) as server:
        return asked(site, server, *selectors)


def asked(site: Arrangement, server: NameServer, *selectors: str) -> dict[str, Finding]:
    found = examine(site, Zone(server.resolver()), selectors=selectors, connecting=False)
    return {finding.name: finding for finding in found}


def test_a_domain_that_lacks_nothing() -> None:
    found = findings()
    assert {name: each.state for name, each in found.items()} == dict.fromkeys(
        ("SPF", "DKIM", "DMARC", "Name", "Bounces", "Replies"), "good"
    )


def test_what_to_publish_for_a_domain_that_has_nothing() -> None:
    found = findings(spf="", dkim="", dmarc="", mx="", reply="", name="")
    assert {name: each.state for name, each in found.items()} == {
        "SPF": "wrong",
        "DKIM": "look",
        "DMARC": "wrong",
        "Name": "wrong",
        "Bounces": "wrong",
        "Replies": "wrong",
    }
    assert found["SPF"].publish == ('club.example. TXT "v=spf1 a:play.club.example -all"',)
    assert found["DMARC"].publish == (
        '_dmarc.club.example. TXT "v=DMARC1; p=none; rua=mailto:postmaster@club.example"',
    )
    assert found["Replies"].publish == ("reply.club.example. MX 10 play.club.example.",)


def test_what_it_proposes_is_good_once_it_is_published() -> None:
    bare = findings(spf="", dmarc="", reply="")
    published = {key: bare[name].publish[0] for key, name in (("spf", "SPF"), ("dmarc", "DMARC"), ("reply", "Replies"))}
    assert {each.state for each in findings(**published).values()} == {"good"}


@pytest.mark.parametrize(
    ("spf", "state", "words"),
    [
        ("v=spf1 ip4:192.0.2.0/24 ~all", "good", "may send"),
        ("v=spf1 include:other.example -all", "good", "may send"),
        ("v=spf1 ip4:198.51.100.1 -all", "wrong", "does not name 192.0.2.7"),
        ("v=spf1 a:play.club.example +all", "wrong", "lets anyone"),
        ("v=spf1 ipv4:192.0.2.7 -all", "wrong", "cannot be used"),
        ("v=spf1 " + " ".join(f"a:h{number}.club.example" for number in range(11)) + " -all", "wrong", "11 more"),
    ],
)
def test_the_policy_of_senders(spf: str, state: str, words: str) -> None:
    more = [dns_record("other.example", "TXT", "v=spf1 ip4:192.0.2.7 -all")]
    more += [f"h{number}.club.example. A 192.0.2.7" for number in range(11)]
    found = findings(spf=dns_record("club.example", "TXT", spf), more="\n".join(more))["SPF"]
    assert found.state == state, found
    assert words in found.words


def test_two_policies_are_none() -> None:
    twice = GOOD["spf"] + "\n" + dns_record("club.example", "TXT", "v=spf1 mx -all")
    assert "2 records" in findings(spf=twice)["SPF"].words


def test_an_address_that_is_missing_from_the_policy_is_named_as_the_record_wants_it() -> None:
    found = findings(
        spf=dns_record("club.example", "TXT", "v=spf1 -all"), address="play.club.example. AAAA 2001:db8::7"
    )
    assert found["SPF"].publish == ("ip6:2001:db8::7",)


def test_of_a_provider_the_policy_is_only_read() -> None:
    found = findings(PROVIDER, spf=dns_record("club.example", "TXT", "v=spf1 ip4:198.51.100.1 -all"))
    assert found["SPF"].state == "good"
    assert "smtp.post.example" in found["SPF"].advice
    assert "Name" not in found


@pytest.mark.parametrize(
    ("key", "state", "words"),
    [
        (f"v=DKIM1; p={LONG_KEY}", "good", "2048 bits"),
        (f"v=DKIM1; k=ed25519; p={LONG_KEY[:44]}", "good", "There is a key"),
        (f"v=DKIM1; p={public_key(1024)}", "look", "1024 bits"),
        ("v=DKIM1; p=", "wrong", "withdrawn"),
        (f"v=DKIM1; p={LONG_KEY[:100]}", "wrong", "cannot be read"),
        ("v=DKIM1; p=not base64 at all!", "wrong", "cannot be read"),
    ],
)
def test_the_key_of_signatures(key: str, state: str, words: str) -> None:
    found = findings(dkim=dns_record("mail._domainkey.club.example", "TXT", key))["DKIM"]
    assert found.state == state, found
    assert words in found.words


def test_a_key_of_ones_own_name_is_found_where_it_is_named() -> None:
    key = dns_record("x2026._domainkey.club.example", "TXT", f"p={LONG_KEY}")
    assert findings(CLUB, "x2026", dkim=key)["DKIM"].state == "good"
    assert findings(CLUB, "other", dkim=key)["DKIM"].state == "wrong"


def test_a_policy_that_only_asks_for_reports_is_good_to_begin_with() -> None:
    found = findings(dmarc=dns_record("_dmarc.club.example", "TXT", "v=DMARC1; p=none"))["DMARC"]
    assert (found.state, "only asks for reports" in found.words) == ("good", True)


def test_a_policy_that_cannot_be_read() -> None:
    found = findings(dmarc=dns_record("_dmarc.club.example", "TXT", "v=DMARC1; p=perhaps"))["DMARC"]
    assert found.state == "wrong"


def test_a_machine_whose_address_leads_elsewhere() -> None:
    found = findings(name="7.2.0.192.in-addr.arpa. PTR host7.cheap.example.")["Name"]
    assert (found.state, "192.0.2.7" in found.words) == ("wrong", True)


def test_a_domain_that_takes_no_mail() -> None:
    assert "null MX" in findings(mx="club.example. MX 0 .")["Bounces"].words


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("reply.club.example. MX 0 .", "No server accepts mail"),
        ("reply.club.example. MX 10 gone.club.example.", "has no address"),
        (
            "reply.club.example. MX 10 alias.club.example.\nalias.club.example. CNAME play.club.example.",
            "is an alias",
        ),
    ],
)
def test_a_reply_domain_that_no_answer_reaches(reply: str, words: str) -> None:
    found = findings(reply=reply)["Replies"]
    assert found.state == "wrong"
    assert words in found.words


def test_a_site_that_takes_no_answers_is_told_of_it() -> None:
    found = findings(replace(CLUB, reply_domain=""))["Replies"]
    assert (found.state, "REPLY_DOMAIN" in found.words) == ("look", True)


def test_a_site_that_trusts_every_sender_is_told_of_it() -> None:
    assert "AUTHSERV_ID" in findings(replace(CLUB, authserv_id=""))["Senders"].words


def test_the_addresses_to_enter_at_a_provider() -> None:
    assert "https://play.club.example/a/" in findings(PROVIDER)["Webhook"].words
    assert findings(replace(PROVIDER, webhooks=()))["Webhook"].state == "wrong"
    assert findings(replace(PROVIDER, webhooks=("http://play.club.example/a/",)))["Webhook"].state == "wrong"


def test_nothing_is_called_wrong_where_no_name_server_answers() -> None:
    with serving("") as server:
        server.silent = True
        resolver = server.resolver()
        resolver.lifetime = resolver.timeout = 0.1
        found = examine(CLUB, Zone(resolver), connecting=False)
        assert {each.state for each in found if each.name != "Senders"} == {"look"}


def policies(**changed: str) -> list[Finding]:
    """Of a site whose emails come back to the domain that takes its replies."""
    with serving("\n".join((GOOD | changed).values())) as server:
        site = replace(CLUB, returns="reply.club.example")
        found = examine(site, Zone(server.resolver()), connecting=False)
        return [finding for finding in found if finding.name == "SPF"]


def test_the_domain_that_mails_come_back_to_names_its_senders_too() -> None:
    assert [each.state for each in policies()] == ["good", "good"]
    own, returns = policies(returns="")
    assert (own.state, returns.state) == ("good", "wrong")
    assert returns.publish == (dns_record("reply.club.example", "TXT", "v=spf1 a:play.club.example -all"),)
