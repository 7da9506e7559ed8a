"""Files of an event to download.

Start in `event_files.py`. `event_trf.py` puts an event into a TRF document, which `competition/trf/write.py` writes.
"""
