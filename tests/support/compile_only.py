"""A plugin for ``pytest --collect-only -p tests.support.compile_only``: importing all test modules compiles them.

No tests are made, since making the tests of all modules takes as long as importing them.
"""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem() -> list[pytest.Item]:
    return []
