"""``pytest --collect-only -p tests.support.compile_only`` imports every module of tests, which compiles it.

No tests are made.

To make the tests of all modules takes as long as to import them.
"""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem() -> list[pytest.Item]:
    return []
