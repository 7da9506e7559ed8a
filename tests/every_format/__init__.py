"""What docs/formats.md promises of every format: the tests that a format's author needs before any of their own.

``event.py`` runs an event of a format through the site, and ``test_site.py`` looks at it on the way.
``pytest tests/every_format -k <slug>`` looks at one format. Formats that the site doesn't offer are in
``tests/support/formats.py``.
"""
