"""The cost of a large event: ``python -m bench event``.

An event of 300 players and nine rounds is played through the site's own services on PostgreSQL, its organiser
publishing each round, on a simulated clock: every match is resigned or drawn after a few turns. Then its pages are
requested over HTTP, some just after a change of the event and some without one.
"""
