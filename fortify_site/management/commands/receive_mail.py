"""A command that receives emails from mail servers, in its own process."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from fortify_site.run import schema_check
from mail.inbound.smtp import Server


class Command(BaseCommand):
    help = "Accept replies by email, over SMTP or LMTP from a mail server on this machine, until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=settings.RECEIVE_HOST, help="Where it listens (RECEIVE_HOST).")
        parser.add_argument("--port", type=int, default=settings.RECEIVE_PORT, help="The port (RECEIVE_PORT).")
        parser.add_argument("--lmtp", action="store_true", help="Speak LMTP instead of SMTP.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REPLY_DOMAIN:
            raise CommandError(
                "REPLY_DOMAIN is not set, so there is no address for email to come in to.", returncode=os.EX_CONFIG
            )
        schema_check.refuse_foreign_tables()
        server = Server(options["host"], options["port"], lmtp=options["lmtp"])
        try:
            asyncio.run(self._run(server, is_silent=not options["verbosity"]))
        except OSError as error:
            raise CommandError(f"It cannot listen on {server.host}:{server.port}: {error.strerror}.") from error

    async def _run(self, server: Server, *, is_silent: bool) -> None:
        await server.start()
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, server.stop)
        if not is_silent:
            self.stdout.write(f"Mail for {settings.REPLY_DOMAIN} is taken in on {server.host}:{server.port}.")
            self.stdout.flush()
        await server.serve()
