"""The results that our own server wrote into an email, and no one else's."""

from __future__ import annotations

import pytest

from mail.parse.authentication import dmarc

pytestmark = pytest.mark.either
OURS = "mx.example.org"
PASS, FAIL = f"{OURS}; dmarc=pass header.from=a.example", f"{OURS}; dmarc=fail header.from=a.example"
ABOVE = f"{OURS}; spf=pass smtp.mailfrom=a.example"


@pytest.mark.parametrize(
    ("result", "verdict"),
    [
        (f"{OURS}; dmarc=pass (p=REJECT sp=NONE dis=NONE) header.from=a.example", "pass"),
        (f"{OURS}; spf=pass smtp.mailfrom=a.example; dkim=pass header.d=a.example; dmarc=fail header.from=a", "fail"),
        (f"{OURS} 1; DMARC/1 = Fail", "fail"),
        ("MX.Example.ORG;dmarc=pass", "pass"),
        (f'"{OURS}"; dmarc=pass', "pass"),
        (f"(our own) {OURS} (it is); dmarc (the method) = (the result) pass", "pass"),
        (f"{OURS}; none", "none"),
        (OURS, "none"),
        (f"{OURS}; dmarc=none", "none"),
        (f"{OURS}; dmarc=temperror", "none"),
        (f"{OURS}; dmarc=bestguesspass", "none"),
        (f"{OURS}; spf=pass (dmarc=fail)", "none"),
        (f"{OURS}; spf=fail (; dmarc=pass (; dmarc=pass) \\) ; dmarc=pass)", "none"),
        (f'{OURS}; spf=fail reason="no; dmarc=pass; really"', "none"),
        (f'{OURS}; spf=fail reason="\\"; dmarc=pass"', "none"),
        (f"{OURS}; x-dmarc=fail; dmarc-x=fail; spf=pass dmarc=fail", "none"),
        (f"{OURS}; dmarc=pass; dmarc=fail", "fail"),
        (f"{OURS}; dmarc=pass; dmarc=none", "none"),
        (f"{OURS}.evil.example; dmarc=pass", "silent"),
        ("", "silent"),
        (";;;", "silent"),
        ('("', "silent"),
    ],
)
def test_one_header(result: str, verdict: str) -> None:
    assert dmarc([result], OURS) == verdict


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        (["mx.evil.example; dmarc=fail", PASS], "pass"),  # only our own server is believed
        (["mx.evil.example; dmarc=pass"], "silent"),
        ([FAIL, PASS], "fail"),  # the topmost counts
        ([PASS, FAIL], "pass"),
        ([ABOVE, PASS], "none"),  # one further down is believed no good of the sender
        ([ABOVE, FAIL], "fail"),
        ([], "silent"),
    ],
)
def test_several_headers(results: list[str], verdict: str) -> None:
    assert dmarc(results, OURS) == verdict


def test_a_server_without_a_name_has_said_nothing() -> None:
    assert dmarc([PASS, "; dmarc=pass"], "") == "none"
