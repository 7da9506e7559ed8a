"""Files to take away: what a table holds is said once (`sheets/`), and each format writes it in its own way.

Start in `event_files.py`. `event_trf.py` puts an event into a TRF document, which `competition/trf/write.py` writes.
"""
