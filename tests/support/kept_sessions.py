"""As long as a browser keeps its connection to the site of a test, that keeps its session of the database: to open one
takes as long as a dozen questions. Other threads of a test give theirs back after each request.
"""

from __future__ import annotations

from typing import Any

from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import DEFAULT_DB_ALIAS, connections
from django.test.testcases import LiveServerThread


class KeepingServer(ThreadedWSGIServer):
    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """It closes all of this thread's sessions in the end."""
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.vendor == "postgresql":
            connection.settings_dict = {**connection.settings_dict, "CONN_MAX_AGE": None}
        super().process_request_thread(request, client_address)


LiveServerThread.server_class = KeepingServer
