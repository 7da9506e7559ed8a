"""What earlier releases left behind, read by today's code: archives of a club that are imported, and databases that are
migrated. ``world.py`` is what is in all of them, ``facts.py`` what is known of it."""
