"""The site's metrics, for Prometheus.

Start in `exposition.py`.
"""
