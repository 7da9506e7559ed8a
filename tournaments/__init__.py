"""Events, clubs and leagues: entries, rounds, results, standings, and what organisers do.

The arithmetic is in `competition`, each match in `matches`. Start in `rounds/advance.py`.
"""
