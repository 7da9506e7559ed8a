"""Thread-local values kept as Python keeps them.

Django asks each time which event loop runs, for the sake of asynchronous views, which this site has none of; it asks
thousands of times a page.
"""

from __future__ import annotations

import threading

from django.db import connections
from django.utils.translation import trans_real

connections._connections = threading.local()  # type: ignore[attr-defined]  # django-stubs leave it out
trans_real._active = threading.local()  # type: ignore[attr-defined]
