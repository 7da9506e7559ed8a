"""Things that can go wrong outside the code, done for real.

Servers are stopped, frozen and emptied, processes killed, clocks turned. ``make test`` runs each fault a few times,
``make faults`` many times, and writes docs/faults.md.
"""
