"""What stands for a board's picture where no one looks at it: to draw one takes longer than the rest of the email."""

from __future__ import annotations

import base64

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
