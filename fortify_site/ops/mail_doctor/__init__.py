"""What a host's domain lacks for mail to arrive and answers to come back, and what to publish.

Start in `report.py`.
"""
