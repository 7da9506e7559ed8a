from hypothesis import settings

# A machine that does other work beside the tests is no fault of the code's.
settings.register_profile("unhurried", deadline=None, max_examples=30)
settings.load_profile("unhurried")
