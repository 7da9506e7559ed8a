"""Files: exports of events, lists and tournaments to import, and archives of whole clubs.

Start in `exports/event_files.py`, `imports/import_entries.py` and `archives/export/zip.py`.
"""
