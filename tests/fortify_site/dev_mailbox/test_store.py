"""The folder of emails."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.mail import EmailMessage

from fortify_site.dev_mailbox import store
from fortify_site.dev_mailbox.backend import MailboxBackend

from .conftest import Drop


def test_a_mail_is_kept_as_a_whole_file(drop: Drop, box: Path) -> None:
    mail_id = drop(subject="Grüße – ✓", text="Körper")
    assert [path.name for path in box.iterdir()] == [f"{mail_id}.eml"]
    mail = store.read_mail(mail_id)
    assert mail is not None
    assert mail["Subject"] == "Grüße – ✓"
    assert store.part_of_mail(mail, "plain").strip() == "Körper"
    assert store.part_of_mail(mail, "html").strip() == "<p>HTML</p>"


def test_the_newest_comes_first(drop: Drop) -> None:
    ids = [drop(subject=str(n)) for n in range(5)]
    assert store.ids() == ids[::-1]
    assert [one.subject for one in store.envelopes()] == ["4", "3", "2", "1", "0"]


def test_a_list_tells_what_a_mail_begins_with(drop: Drop) -> None:
    greeted = drop(text="Hello Ada,\n\nIt is your turn\nagainst Ben.\n\n" + "More. " * 50)
    below = drop(text="Your turn, by Wed 25 Nov.\n\nHello Ada,\nBen played.\n")
    short = drop(text="Hello,")
    assert store.beginning(greeted).startswith("It is your turn against Ben. More.")
    assert len(store.beginning(greeted)) <= store.BEGINNING
    assert store.beginning(below) == "Your turn, by Wed 25 Nov. Ben played."
    assert store.beginning(short) == "Hello,"
    assert store.beginning("nonsense") == ""


def test_mails_to_one_address(drop: Drop) -> None:
    drop(to="ada@players.example")
    drop(to="ben@players.example", subject="for Ben")
    assert [one.subject for one in store.envelopes("ben@players.example")] == ["for Ben"]


def test_the_oldest_are_forgotten_beyond_the_limit(drop: Drop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_KEPT", 3)
    ids = [drop() for _ in range(5)]
    assert store.ids() == ids[:1:-1]


@pytest.mark.parametrize("mail_id", ["", "..", "../../etc/passwd", "0" * 20 + "-" + "g" * 8, "0" * 20 + "-" + "a" * 8])
def test_no_id_leads_out_of_the_folder(drop: Drop, mail_id: str, box: Path) -> None:
    drop()
    (box.parent / "secret.eml").write_text("Subject: secret\n\n")
    assert store.read_mail(mail_id) is None


def test_an_empty_mailbox_is_no_error() -> None:
    assert store.ids() == []
    assert store.clear() == 0


def test_a_mail_to_nobody_is_not_kept() -> None:
    assert MailboxBackend().send_messages([EmailMessage("s", "t", "a@b.example", [])]) == 0
    assert store.ids() == []


def test_clearing_leaves_other_files_alone(drop: Drop, box: Path) -> None:
    drop()
    (box / "notes.txt").write_text("mine")
    assert store.clear() == 1
    assert [path.name for path in box.iterdir()] == ["notes.txt"]
