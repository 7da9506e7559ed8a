"""A stand-in for a board's picture, for emails whose picture no one looks at.

Drawing one takes longer than the rest of the email.
"""

from __future__ import annotations

import base64

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
