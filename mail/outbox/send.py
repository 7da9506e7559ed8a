"""Handing one message to the mail server, and interpreting its answer."""

from __future__ import annotations

import smtplib
from contextlib import suppress
from dataclasses import dataclass

from django.core.mail import EmailMultiAlternatives, get_connection

NO_SERVER = "The mail server could not be used"


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a message wasn't accepted.

    ``permanent``: the same message never will be. ``waits_for_server``: no message will be until the mail server can be
    used again.
    """

    words: str
    permanent: bool = False
    waits_for_server: bool = False


def send_message(message: EmailMultiAlternatives) -> Failure | None:
    """Send a message over its own connection, so that problems of one don't affect another. ``None`` if accepted."""
    connection = get_connection()
    is_open = False
    try:
        connection.open()
        is_open = True
        connection.send_messages([message])
    except Exception as error:  # a mail backend may raise anything, and the email must not be lost
        found = _failure(error)
        return found if is_open else Failure(f"{NO_SERVER}: {found.words}", waits_for_server=True)
    finally:
        with suppress(Exception):  # however the connection ends, the answer counts
            connection.close()
    return None


def _failure(error: Exception) -> Failure:
    """Return what an error says about the message.

    A 5xx answer that refuses the recipient or the content is permanent (RFC 5321, 4.2.1). Anything else isn't this
    message's fault: if a server can't be reached, or rejects our login or sender, someone will fix that, and every
    email waits until then.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, reply = next(iter(error.recipients.values()), (450, b""))
        return _answered(code, reply)
    if isinstance(error, smtplib.SMTPDataError):
        return _answered(error.smtp_code, error.smtp_error)
    if isinstance(error, smtplib.SMTPResponseException):
        return Failure(f"{type(error).__name__}: {error.smtp_code} {_decoded(error.smtp_error)}")
    return Failure(f"{type(error).__name__}: {error}")


def _answered(code: int, reply: bytes | str) -> Failure:
    return Failure(f"{code} {_decoded(reply)}", permanent=500 <= code <= 599)


def _decoded(reply: bytes | str) -> str:
    return reply.decode(errors="replace") if isinstance(reply, bytes) else reply
