"""Fixtures that every part may use. The servers are started by tests/settings.py."""

from hypothesis import settings

PARTS = """
    rubbish waiting cast clock running browsing touching kept emptying pictures copying young sharing rendering
    tokens
""".split()
pytest_plugins = [f"tests.{name}" for name in PARTS]

# A machine that does other work beside the tests is no fault of the code's.
settings.register_profile("unhurried", deadline=None, max_examples=15)
settings.load_profile("unhurried")
