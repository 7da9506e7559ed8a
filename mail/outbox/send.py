"""Handing one message to the mail server, and what its answer means."""

from __future__ import annotations

import smtplib
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

PATIENCE = 20.0  # seconds, where EMAIL_TIMEOUT is not set
NO_SERVER = "The mail server could not be used"  # begins the words of a failure that is none of the message's own


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a message was not accepted; ``permanent`` if the same message will never be."""

    words: str
    permanent: bool = False


def send_message(message: EmailMultiAlternatives) -> Failure | None:
    """Send over a connection of its own, so that no message suffers from what another one met. ``None`` if accepted."""
    connection = get_connection(timeout=settings.EMAIL_TIMEOUT or PATIENCE)
    is_open = False
    try:
        connection.open()
        is_open = True
        connection.send_messages([message])
    except Exception as error:  # a mail backend may raise anything; whatever it is, the mail must not be lost
        found = failure(error)
        return found if is_open else Failure(f"{NO_SERVER}: {found.words}")
    finally:
        with suppress(Exception):  # however the line ends, what was answered stands
            connection.close()
    return None


def failure(error: Exception) -> Failure:
    """A refusal of the recipient or of the message's content with a 5xx answer is permanent (RFC 5321, 4.2.1).

    Anything else is not this message's fault: a server that cannot be reached, or does not take our login or our
    sender, will be put right by someone, and until then every email waits.
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
