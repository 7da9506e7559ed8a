"""A test server that keeps its database session as long as the browser keeps its connection.

Opening a session takes as long as a dozen queries. Other threads of a test give theirs back after each request.
"""

from __future__ import annotations

from typing import Any

from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import DEFAULT_DB_ALIAS, connections
from django.test.testcases import LiveServerThread


class KeepingServer(ThreadedWSGIServer):
    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection with a database session kept throughout.

        At the end all of this thread's sessions are closed.
        """
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.vendor == "postgresql":
            connection.settings_dict = {**connection.settings_dict, "CONN_MAX_AGE": None}
        super().process_request_thread(request, client_address)


LiveServerThread.server_class = KeepingServer
