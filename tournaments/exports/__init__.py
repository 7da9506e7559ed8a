"""Files to download: `sheets/` says once what a table holds, and each format writes it in its own way.

Start in `event_files.py`. `event_trf.py` puts an event into a TRF document, which `competition/trf/write.py` writes.
"""
