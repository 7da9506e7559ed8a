"""Running the site: its checks (`status/`), its counters (`metrics/`), and whether its domain is fit for email.

Start in `status/report.py`; `health.py` answers monitors and load balancers.
"""
