"""Running the site: its checks (`status/`), what it counts (`metrics/`), and whether its domain is fit for email.

Start in `status/report.py`; `health.py` answers monitors and load balancers.
"""
