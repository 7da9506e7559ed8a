"""How jobs go to Redis: as Kombu sends them, but by one client for each connection, where Kombu makes a client anew for
each job. Clients share their connections by a pool, so that another one gains nothing, and takes longer to make than a
job takes to be sent.

A job may end when the connection over which it came has long been dropped. Kombu has forgotten then where to, and what
it stumbles over ends Celery's worker. Here it hears that there is no connection, which both of them know how to bear.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as NotConnected


class ThriftyChannel(redis.Channel):
    """``pool`` is another one after its connections were lost."""

    _sender: Any = None

    def _create_client(self, asynchronous: bool = False) -> Any:
        kombu: Any = super()  # its types do not know of this method
        if asynchronous:
            return kombu._create_client(asynchronous=True)
        if self._sender is None or self._sender.connection_pool is not self.pool:
            self._sender = kombu._create_client()
        return self._sender

    def _get_pool(self, asynchronous: bool = False) -> Any:
        connection: Any = self.connection  # its types do not know that it can be gone
        if connection is None or connection.client is None:
            raise NotConnected("The connection over which this job came has been dropped.")
        kombu: Any = super()
        return kombu._get_pool(asynchronous=asynchronous)


redis.Transport.Channel = ThriftyChannel  # where Kombu looks it up
