"""A program that prints the values of expressions over the settings.

Run it as ``python -m tests.support.print_settings EXPRESSIONS``.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from django.conf import settings

    print(eval(f"[{sys.argv[1]}]", {"s": settings}))  # noqa: S307 (the words are a test's own)
