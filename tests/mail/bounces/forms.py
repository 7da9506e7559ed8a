"""Bounces in words: the forms in which mail servers of many makes tell them, with what each means for the address."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage
from typing import Final

from mail.bounces.verdict import Verdict

from .reports import READER

HARD, SOFT, LATE, ARRIVED, UNCLEAR = Verdict
DAEMON: Final = "MAILER-DAEMON@mx.players.example"
# What is returned with a bounce must not be read for it.
OURS: Final = "Received: from mx.club.example\nSubject: 452 4.2.2 is no answer of a server\n\nYour turn, 550 5.1.1"


@dataclass(frozen=True, slots=True)
class Form:
    """``words`` are what is kept of it for the host, in part."""

    raw: bytes
    verdict: Verdict
    words: str = ""


def plain(text: str, *, by: str = DAEMON, subject: str = "failure notice", copy: str = "", **more: str) -> bytes:
    """One text, with the returned email beneath a line of the server's."""
    heads = [
        f"From: {by}",
        "To: bounce+x@replies.example",
        f"Subject: {subject}",
        *(f"{k}: {v}" for k, v in more.items()),
    ]
    below = f"\n{copy}\n\n{OURS}\n" if copy else ""
    return "\n".join([*heads, "", text, below]).encode()


def mixed(
    text: str, *, by: str = DAEMON, subject: str = "Undelivered Mail", kind: str = "mixed", html: str = ""
) -> bytes:
    """The words in a part of their own, the returned email in another."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = by, "bounce+x@replies.example", subject
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    returned = EmailMessage()
    returned["Subject"] = "452 4.2.2 is no answer of a server"
    returned.set_content("Your turn, 550 5.1.1 user unknown")
    message.add_attachment(returned)
    return message.as_bytes().replace(b"multipart/mixed", f"multipart/{kind}".encode(), 1)


QMAIL: Final = f"""\
Hi. This is the qmail-send program at mx.players.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<{READER}>:
"""
SENDMAIL: Final = f"""\
The original message was received at Sat, 28 Nov 2026 09:12:01 +0100
from mx.club.example [192.0.2.7]

   ----- The following addresses had permanent fatal errors -----
<{READER}>

   ----- Transcript of session follows -----
"""
EXCHANGE: Final = f"""\
Your message

  To:      {READER}
  Subject: 550 5.1.1 no answer of a server
  Sent:    Sat, 28 Nov 2026 09:12:01 +0100

did not reach the following recipient(s):

{READER} on Sat, 28 Nov 2026 09:12:04 +0100
"""

FORMS: Final = {
    "webmail, one answer": Form(
        plain(
            f"Sorry, we were unable to deliver your message to the following address.\n\n<{READER}>:\n"
            "Remote host said:\n550 5.1.1 No account by that name\n[RCPT_TO]",
            copy="--- Below this line is a copy of the message.",
        ),
        HARD,
        "550 5.1.1 No account by that name",
    ),
    "webmail, 554 and words": Form(
        plain(
            f"Unable to deliver message to the following address(es).\n\n<{READER}>:\n"
            "554 delivery error: dd This user doesn't have a players.example account (ada) [0]",
            copy="--- Original message follows.",
        ),
        HARD,
    ),
    "webmail, words alone": Form(
        plain(
            f"Unable to deliver message to the following address(es).\n\n<{READER}>:\nThis account is over quota.",
            copy="--- Original message follows.",
        ),
        SOFT,
        "This account is over quota.",
    ),
    "webmail, code before the address": Form(
        plain(
            "This message was created automatically by mail delivery software.\n\nThe following address failed:\n\n"
            f'"{READER}":\nSMTP error from remote server after RCPT command:\nhost: mx.players.example\n'
            "5.1.1 <ada>... User Unknown",
            copy="--- The header of the original message is following. ---",
        ),
        HARD,
    ),
    "webmail, only a part among others": Form(
        mixed(
            f"The message could not be delivered.\n{READER} Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 gone"
        ),
        HARD,
    ),
    "webmail, late": Form(
        plain(
            "This is an automatically generated notification\n\nTHIS IS A WARNING MESSAGE ONLY.\n\n"
            f"Delivery to the following recipient has been delayed:\n  {READER}\n"
            "Message will be retried for 2 more day(s)\nThe answer was: 550 5.1.1 unknown at the moment",
            subject="Delivery Status Notification (Delay)",
        ),
        LATE,
    ),
    "qmail with parts": Form(
        mixed(QMAIL + "Sorry, no mailbox here by that name. (#5.1.1)", subject="failure notice"), HARD
    ),
    "qmail, the other server's answer": Form(
        mixed(
            QMAIL
            + "192.0.2.25 does not like recipient.\nRemote host said: 552 5.2.2 Mailbox full\nGiving up on 192.0.2.25."
        ),
        SOFT,
        "552 5.2.2 Mailbox full",
    ),
    "qmail, full with the wrong code": Form(
        mixed(QMAIL + "192.0.2.25 failed: 552 sorry, this mailbox is over quota (#5.1.1)"), SOFT
    ),
    "Postfix without a report": Form(
        mixed(
            "This is the mail system at host mx.club.example.\n\n"
            "I'm sorry to have to inform you that your message could\n"
            f"not be delivered to one or more recipients.\n\n<{READER}>: host mx.players.example[192.0.2.7]\n"
            "    said: 550 5.1.1 <ada>: Recipient address rejected: User unknown (in\n    reply to RCPT TO command)",
            by="Mail Delivery System <MAILER-DAEMON@mx.club.example>",
            subject="Undelivered Mail Returned to Sender",
        ),
        HARD,
    ),
    "Postfix, no code at all": Form(
        mixed(
            "I'm sorry to have to inform you that the message returned\nbelow could not be delivered to one or more\n"
            f"destinations.\n\n<{READER}>: Name service error for domain players.example"
        ),
        SOFT,
        "Name service error",
    ),
    "Exim, late": Form(
        plain(
            "A message that you sent has not yet been delivered to one or more of its\n"
            "recipients after more than 24 hours.\n\n"
            f"  {READER}\n    host mx.players.example\n    450 4.1.1 try later\n\n"
            f"Delivery attempts will continue. Eventually "
            "the mail delivery software will give up,\nand when that happens, the message will be returned to you.",
            subject="Warning: message 1a2b3c delayed 24 hours",
        ),
        LATE,
    ),
    "Exim, no words that are known": Form(
        plain("Ihr Schreiben kam leider zurück.", subject="Rückläufer", **{"X-Failed-Recipients": READER}), SOFT
    ),
    "sendmail": Form(
        plain(SENDMAIL + f"... while talking to mx.players.example.:\n>>> RCPT To:<{READER}>\n<<< 550 User unknown"),
        HARD,
    ),
    "sendmail, passing": Form(
        plain(SENDMAIL + f"421 {READER}... Deferred: Connection timed out with mx.players.example"), SOFT
    ),
    "sendmail whose parts were taken apart": Form(
        plain(
            "This is a MIME-encapsulated message\n\n--b/mx\n\n"
            + SENDMAIL
            + "Message could not be delivered for 5 days\n\n--b/mx\nContent-Type: message/delivery-status\n\n"
            f"Final-Recipient: RFC822; {READER}\nAction: failed\nStatus: 5.1.2",
            by="Mail Delivery Subsystem <MAILER-DAEMON>",
        ),
        HARD,
    ),
    "Exchange, words alone": Form(
        mixed(
            EXCHANGE + "    The recipient name is not recognized\n    (000C05A6) Unknown Recipient",
            by="postmaster@players.example",
        ),
        SOFT,
        "The recipient name is not recognized",
    ),
    "Exchange, plain": Form(
        plain(EXCHANGE + "  Recipient Not Found", by="System Administrator <postmaster@players.example>"), SOFT
    ),
    "a large office's, as a report with none": Form(
        mixed(
            f"Delivery has failed to these recipients or groups:\n\n{READER}\n"
            f"The address wasn't found at the destination.\n\n"
            "Diagnostic information for administrators:\nGenerating server: A1.prod.office.example\n"
            "Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound'",
            by="postmaster@office.example",
            kind="report",
            html="<p>Delivery has failed</p>",
        ),
        HARD,
    ),
    "Domino": Form(
        plain(
            f"Your message\n\n  Subject: Fortify\n\nwas not delivered to:\n\n  {READER}\n\nbecause:\n\n"
            f"  User not listed in Directory",
            by="Postmaster@players.example",
            subject="DELIVERY FAILURE: User not listed",
        ),
        SOFT,
    ),
    "OpenSMTPD": Form(
        plain(
            "    Hi!\n\n    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.\n\n"
            "    An error has occurred while "
            f"attempting to deliver a message for\n    the following list of recipients:\n\n{READER}: 550 5.1.1 gone",
            copy="    Below is a copy of the original message:",
        ),
        HARD,
    ),
    "a sender without an address": Form(
        plain(
            f"There was an error delivering your mail to <{READER}>.\n\n"
            f"mx.players.example [192.0.2.7] did not like our final "
            "DATA:\n550-5.7.26 Unauthenticated email is not accepted\n550 5.7.26 see our pages",
            by="MAILER-DAEMON <>",
            copy="Message headers follow.",
        ),
        SOFT,
    ),
    "a report as text": Form(
        mixed(
            f"An error occurred while trying to deliver the mail to the following recipients:\n{READER}\n\n"
            f"Technical report:\n\n"
            f"Action: failed\nFinal-Recipient: rfc822; {READER}\nDiagnostic-Code: smtp; 550 5.1.1 unknown\n"
            f"Status: 5.1.1"
        ),
        HARD,
    ),
    "a report as text, late": Form(
        mixed(f"Technical report:\n\nAction: delayed\nFinal-Recipient: rfc822; {READER}\nStatus: 4.4.1"), LATE
    ),
    "parts without a boundary": Form(
        b"From: post_master@players.example\nSubject: Re: Your turn\nContent-Type: multipart/mixed\n\n"
        b"------=_Part_1\nContent-Type: text/plain\n\nError: Invalid user address\n"
        b"550 - Requested action not taken: no such user here\n",
        HARD,
    ),
    "a gateway": Form(
        plain(
            f"An email to the following address could not be delivered:\n-- {READER}\nThe problem appears to be :\n"
            "-- Recipient email address is possibly incorrect\nAdditional information follows :\n"
            "-- 5.4.1 Recipient address rejected: Access denied.",
            by='"Postmaster" <postmaster@office.example>',
        ),
        SOFT,
    ),
    "a provider in German": Form(
        plain(
            f"Diese Nachricht wurde automatisch erzeugt.\n\nIhre E-Mail konnte nicht zugestellt werden:\n{READER}\n"
            "Grund: 550 5.1.1 Das Postfach gibt es nicht",
            subject="Unzustellbar: Fortify",
        ),
        HARD,
    ),
    "a provider in Japanese": Form(
        plain(
            "送信先のメールボックスが一杯のため、送信できませんでした。",
            **{"Content-Type": "text/plain; charset=utf-8"},
        ),
        SOFT,
    ),
    "nobody's, about us": Form(
        plain(
            f"Your mail could not be delivered to: <{READER}>\nas their mailbox is full.", by="no-reply@phones.example"
        ),
        SOFT,
    ),
    "it arrived": Form(plain("Your message was successfully delivered to the recipient."), ARRIVED),
    "no reason": Form(
        mixed("\t--- Delivery report unavailable ---", subject="Undelivered Mail Returned to Sender"), SOFT
    ),
    "nothing at all": Form(plain("", subject="Notice"), UNCLEAR),
    "something else": Form(plain("Your message was checked for viruses. None were found.", subject="Notice"), UNCLEAR),
}

VACATION_BY_NOBODY: Final = plain(
    f"I have moved. Mail to {READER} is not delivered to me.",
    by="Ada <ada@home.example>",
    **{"Auto-Submitted": "auto-replied"},
)
READER_HERSELF: Final = plain(
    "550 5.1.1 user unknown; it could not be delivered", by=f"Mail Delivery System <{READER}>"
)
COMPLAINT: Final = mixed("550 5.1.1 could not be delivered", kind="report").replace(
    b"message/rfc822", b"message/feedback-report"
)
"""No bounces, though they come from nobody."""
NO_BOUNCES: Final = {"away": VACATION_BY_NOBODY, "the reader": READER_HERSELF, "a complaint": COMPLAINT}
