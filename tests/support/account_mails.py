"""Emails about accounts that the site has sent, as their readers find them."""

from __future__ import annotations

import re

from mail.models import OutboxMail


def mails_to(address: str) -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(to=address, kind="account").order_by("pk"))


def last_mail(address: str) -> OutboxMail:
    return mails_to(address)[-1]


def code_in(mail: OutboxMail) -> str:
    found = re.search(r"^    (\S+)$", mail.text, re.MULTILINE)
    assert found, f"no code in {mail.subject!r}"
    return found[1]


def last_code(address: str) -> str:
    return code_in(last_mail(address))


def link_in(mail: OutboxMail) -> str:
    found = re.search(r"^https?://[^/]+(/\S+)$", mail.text, re.MULTILINE)
    assert found, f"no link in {mail.subject!r}"
    return found[1]
