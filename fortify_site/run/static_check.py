"""A check that this version's static files were collected."""

from __future__ import annotations

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage

NOT_COLLECTED = ["CVS", ".*", "*~"]  # as collectstatic ignores by default


def fault() -> str:
    """Return a sentence if files are missing, so that pages that use them would fail; "" if none are."""
    collected = getattr(staticfiles_storage, "hashed_files", None)
    if collected is None:  # they are served as they are
        return ""
    missing = {path for finder in get_finders() for path, _ in finder.list(NOT_COLLECTED)} - set(collected)
    if not missing:
        return ""
    return f"The static files are older than the code ({min(missing)} is missing): run manage.py collectstatic."
