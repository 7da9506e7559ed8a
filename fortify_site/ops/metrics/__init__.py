"""What the site counts of itself, for Prometheus.

Start in `exposition.py`.
"""
