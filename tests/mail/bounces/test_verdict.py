"""Which refusals are about the address itself. The codes' meanings are those of RFC 3463 and its registry."""

from __future__ import annotations

import pytest

from mail.bounces.verdict import Verdict, of_failure, of_refusal, refusal_in_words

HARD, SOFT = Verdict.HARD, Verdict.SOFT


@pytest.mark.parametrize("status", ["5.1.1", "5.1.2", "5.1.0", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.2.0", "5.4.4"])
def test_there_is_no_such_mailbox_or_domain(status: str) -> None:
    assert of_failure(status) == HARD


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ("5.2.2", "a full mailbox is emptied some day"),
        ("5.2.3", "the mail is too long"),
        ("5.3.4", "the mail is too big"),
        ("5.4.6", "a loop on their side"),
        ("5.4.7", "tried for too long"),
        ("5.6.0", "the mail's content"),
        ("5.7.1", "their policy, or what they think of us"),
        ("5.7.26", "DMARC: our own fault"),
        ("5.1.7", "our address, not the reader's"),
        ("5.1.8", "our domain"),
        ("4.4.7", "given up for now"),
        ("4.1.1", "not for good"),
    ],
)
def test_it_may_pass(status: str, why: str) -> None:
    assert of_failure(status) == SOFT, why


def test_a_status_that_says_nothing_is_made_good_by_the_words() -> None:
    assert of_failure("5.0.0", "550 5.1.1 unknown") == HARD
    assert of_failure("5.0.0", "552 5.2.2 full") == SOFT
    assert of_failure("5.0.0", "550 go away") == HARD
    assert of_failure("5.0.0") == HARD
    assert of_failure("") == SOFT
    assert of_failure("5.0.0", "421 try later") == SOFT


def test_the_status_goes_before_the_words() -> None:
    assert of_failure("5.7.1", "550 5.1.1 as it seems") == SOFT


def test_in_a_conversation_only_a_code_says_what_it_is_about() -> None:
    assert of_refusal("550 5.1.1 no such user") == HARD
    assert of_refusal("550 5.7.1 relaying denied") == SOFT
    assert of_refusal("550 no") is None
    assert of_refusal("host 192.5.1.1 said no") is None


def test_words_are_one_line_and_not_too_long() -> None:
    assert refusal_in_words("", " a \r\n b ") == "a b"
    assert len(refusal_in_words("x" * 9000)) == 500
