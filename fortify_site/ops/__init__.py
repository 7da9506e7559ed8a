"""Running the site: its checks (`status/`), what it counts (`metrics/`), and whether its domain is fit for email.

Start in `status/all_checks.py`; `health.py` answers monitors and load balancers.
"""
