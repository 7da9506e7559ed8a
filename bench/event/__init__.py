"""What a large event costs: ``python -m bench event``.

An event of 300 players and nine rounds is played through the site's own services on PostgreSQL, its organiser
publishing each round, on a clock that is moved: every match is given up or drawn after a few turns. Then its pages are
asked for over HTTP: again, when something in the event has just changed, and again.
"""
