"""The line-up of a season: proposed, changed by hand, published.

Promotion and relegation are worked out in `competition/divisions/line_up.py`. Start in `propose.py`.
"""
