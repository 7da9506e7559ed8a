"""The line-up of a season: proposed, changed by hand, published.

Start in `propose.py`.
"""
