"""Logging: one line per event, readable or JSON, and never a token.

A token in the address of a page or a reply opens someone's turn, entry or club. So tokens are cut out when a line is
finished, whoever logged it and however they got there: in a message, an argument, a traceback, a referrer. They are
recognised by their form, so that no new address or wording can let one through.
"""

from __future__ import annotations

import logging
import re
from typing import Any

import structlog

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
STYLES = ("console", "json")
# The forms of tokens, wherever they are. Each is longer, or more of a jumble, than any word or name in the code.
SECRET = re.compile(
    r"""
    (?P<kept>\.[0-9a-f]{32}(?=@))  # the name of a mail of ours, in its Message-ID
    | (?P<before>\b(?:club_(?=[\w-]*[A-Z])|whsec_))[\w+/=-]{40,}  # for programs
    | [a-z0-9]{32,} | [A-Z0-9]{32,}  # base32 of links and reply addresses, hexadecimal, keys of sessions
    | (?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43,}  # signatures, base64 of 32 bytes
    | (?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[0-9])[\w-]{22,42}(?![\w-])  # of 16 bytes, and those of forms
    | (?P<path>/clubs/[^/?#\s]+/join/)[\w-]{22}(?![\w-])  # of those the few that look like words: links that are out
    """,
    re.VERBOSE | re.ASCII,
)


def redact(text: str) -> str:
    """Return the text with every token in it cut out, whatever precedes it."""
    return SECRET.sub(_cut, text)


def _cut(found: re.Match[str]) -> str:
    return found["kept"] or f"{found['before'] or found['path'] or ''}[cut]"


class RedactingFormatter(structlog.stdlib.ProcessorFormatter):
    """A formatter for records of structlog and of the standard library that cuts out tokens."""

    def __init__(self, style: str = "console", **kwargs: Any) -> None:
        renderer: Any = (
            structlog.processors.JSONRenderer()
            if style == "json"
            # Its other formats for exceptions show local variables, which may be secrets.
            else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
        )
        steps = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
        if style == "json":
            steps.insert(1, structlog.processors.format_exc_info)
        super().__init__(processors=steps, foreign_pre_chain=SHARED, **kwargs)

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_config(*, level: str, style: str) -> dict[str, Any]:
    """Return the configuration for ``logging.config.dictConfig``, and set up structlog."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "fortify_site.logs.RedactingFormatter", "style": style}},
        "handlers": {"terminal": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["terminal"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # It warns about every answer to HEAD, since Django leaves it to the server to drop the body.
            "gunicorn.http.wsgi": {"handlers": [], "level": "ERROR", "propagate": True},
            # aiosmtpd, which logs every line of every conversation.
            "mail": {"handlers": [], "level": "WARNING", "propagate": True},
            "gunicorn.error": {"handlers": [], "level": level, "propagate": True},
            "gunicorn.access": {"handlers": [], "level": level, "propagate": True},
        },
    }
