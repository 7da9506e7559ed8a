"""Gunicorn's settings for the bare view: the site's, without the check of tables, since it has none."""

from typing import Any

from fortify_site.gunicorn import *  # noqa: F403 (settings are what is in the module)


def post_worker_init(_worker: Any) -> None:  # type: ignore[no-redef]  # in place of the site’s
    """Do nothing, in place of the site's check of its tables."""
