"""The properties that every email owes its reader, whatever it is about.

Each check takes the email and the letter made of it.
"""

from __future__ import annotations

import re
from email.utils import parseaddr
from html import unescape

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from mail.letters.plain_text import WIDTH
from mail.models import OutboxMail
from mail.outbox.compose import compose
from mail.outbox.registry import kinds_for_hosts
from matches.mails import tokens
from matches.models import Offer

from . import mail_colours
from .composed_mails import html_of, message_of, text_of
from .every_mail import STRANGE_NAME
from .mail_players import ANSWERS

TERRAIN = frozenset("~:=")
ADDRESS = re.compile(r"https?://[^\s<>\"]+")


def it_says_that_a_machine_wrote_it_and_how_to_stop_it(mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    headers = letter.extra_headers
    assert headers["Auto-Submitted"] == ("auto-replied" if mail.kind in ANSWERS else "auto-generated")
    assert headers["Message-ID"] == mail.message_id
    if mail.kind in kinds_for_hosts():
        assert set(headers).isdisjoint({"List-Unsubscribe", "List-Unsubscribe-Post"})
        return
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(rf"<{settings.SITE_URL}/unsubscribe/[^/>\s]+/>", headers["List-Unsubscribe"])


def it_comes_from_the_site_to_its_reader_alone(mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    assert parseaddr(letter.from_email)[0] == settings.SITE_NAME
    assert mail.user is not None
    assert letter.recipients() == [mail.user.email]


def names_and_messages_are_told_as_they_are(_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    together = f"{letter.subject} {text_of(letter)}"
    assert STRANGE_NAME in together
    for broken in ("&amp;", "&lt;", "&#x27;", "&quot;"):
        assert broken not in together
    assert "Ann &amp; &lt;Ben&gt;" in html_of(letter)
    assert "<Ben>" not in html_of(letter)


def the_text_fits_72_columns_but_for_addresses(_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    too_wide = [line for line in text_of(letter).splitlines() if len(line) > WIDTH]
    assert [line for line in too_wide if not ADDRESS.fullmatch(line)] == []


def nothing_is_left_open_or_empty(_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    assert "\n" not in letter.subject
    assert "{" not in text_of(letter)
    assert "None" not in text_of(letter)
    assert "\n\n\n" not in text_of(letter)
    assert "{%" not in html_of(letter)
    assert ">None<" not in html_of(letter)


def text_and_html_lead_to_the_same_places(_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    in_html = set(re.findall(r'href="([^"]+)"', html_of(letter)))
    in_text = {address.rstrip(".,") for address in ADDRESS.findall(text_of(letter))}
    assert in_html == in_text
    assert all(address.startswith(settings.SITE_URL) for address in in_text)


def the_html_is_small_and_loads_nothing(_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    html = html_of(letter)
    seen = mail_colours.read(html)
    assert len(html.encode()) < 100_000
    assert [address for address in seen.loads if not address.startswith("cid:")] == []
    assert seen.tags.isdisjoint({"script", "svg", "link", "style", "iframe", "form"})


def every_word_is_readable_in_its_own_colours_and_inverted(_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    for words in mail_colours.read(html_of(letter)).words:
        assert words.ink is not None, words
        assert words.paper is not None, words
        assert mail_colours.contrast(words.ink, words.paper) >= 4.5, words
        needed = 3 if words.text in TERRAIN else 4.5  # signs that stand for something: WCAG 2.2, 1.4.11
        assert mail_colours.contrast(mail_colours.inverted(words.ink), mail_colours.inverted(words.paper)) >= needed, (
            words
        )


def the_subject_is_short_enough_for_a_phone(_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    assert len(letter.subject) <= 60, letter.subject


def in_german_its_quotation_marks_are_german(mail: OutboxMail, _letter: EmailMultiAlternatives) -> None:
    """Check the quotation marks: any written by hand, outside the catalogue, would stay English."""
    assert mail.user is not None
    User.objects.filter(pk=mail.user.pk).update(language="de")
    german = message_of(OutboxMail.objects.get(pk=mail.pk))
    for part in (german.subject, text_of(german), unescape(html_of(german))):
        assert "”" not in part
        assert part.count("„") == part.count("“")


def every_cell_says_its_colour(_mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    for cell in mail_colours.read(html_of(letter)).cells:
        assert cell.get("bgcolor"), cell


WRITING = (
    it_says_that_a_machine_wrote_it_and_how_to_stop_it,
    it_comes_from_the_site_to_its_reader_alone,
    names_and_messages_are_told_as_they_are,
    the_text_fits_72_columns_but_for_addresses,
    nothing_is_left_open_or_empty,
    text_and_html_lead_to_the_same_places,
    the_html_is_small_and_loads_nothing,
    every_word_is_readable_in_its_own_colours_and_inverted,
    every_cell_says_its_colour,
    the_subject_is_short_enough_for_a_phone,
    in_german_its_quotation_marks_are_german,
)


def a_link_in_it_is_the_readers_own(mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    for token in re.findall(r"/l/([^/\s]+)/", text_of(letter)):
        link = tokens.find(token)
        assert link is not None
        assert link.user == mail.user
        if link.seat is not None:
            assert (link.seat.asked_turn, link.seat.player_id) == (link.number, link.user_id)
        else:
            assert link.offer is not None
            assert link.offer.status == Offer.Status.OPEN


def every_address_in_it_opens(mail: OutboxMail, letter: EmailMultiAlternatives, client: Client) -> None:
    assert mail.user is not None
    client.force_login(mail.user)
    for address in ADDRESS.findall(text_of(letter)):
        path = address.rstrip(".,").removeprefix(settings.SITE_URL) or "/"
        assert client.get(path, follow=True).status_code == 200, path


def its_unsubscribe_address_works(mail: OutboxMail, letter: EmailMultiAlternatives, client: Client) -> None:
    """Check that the unsubscribe address works, and that it is at an email's foot only if it stops such emails.

    A guest's address stops all emails that the guest doesn't ask for.
    """
    if mail.kind in kinds_for_hosts():
        assert "/unsubscribe/" not in text_of(letter)
        return
    address = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert client.post(address.removeprefix(settings.SITE_URL), {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert mail.user is not None
    mail.user.refresh_from_db()
    assert mail.user.turn_mail == "none"
    is_asked_for = mail.user.is_guest and mail.context.get("asked_for", False)
    is_stopped = is_asked_for or compose(OutboxMail.objects.get(pk=mail.pk)) is None
    assert (address in text_of(letter)) == is_stopped


def it_is_written_as_every_mail_is(mail: OutboxMail, letter: EmailMultiAlternatives) -> None:
    for check in WRITING:
        check(mail, letter)


def its_addresses_work(mail: OutboxMail, letter: EmailMultiAlternatives, client: Client) -> None:
    a_link_in_it_is_the_readers_own(mail, letter)
    every_address_in_it_opens(mail, letter, client)
    its_unsubscribe_address_works(mail, letter, client)
