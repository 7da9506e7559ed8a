"""Fixtures that every part may use. The servers are started by tests/settings.py."""

from hypothesis import settings

PARTS = """
    garbage_collection order people clock processes browser touching_database clear_caches empty_database
    cheap_pictures cheap_locals prompt_turn_mails migrate_once unhurried_checks made_once
    cheap_contexts csrf_tokens foreign_language matches every_mail inbound kept_sessions
    formats marked_changes
""".split()
pytest_plugins = [f"tests.support.{name}" for name in PARTS]

# A machine that does other work beside the tests is no fault of the code's.
settings.register_profile("unhurried", deadline=None, max_examples=15)
settings.load_profile("unhurried")
