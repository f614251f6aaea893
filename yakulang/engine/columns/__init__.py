"""Many hands at a time: hands and rulings as columns of numbers, scored with numpy.

`hands.py` holds the columns of hands, `scorer.py` scores them in chunks, `arrow.py` speaks Arrow record batches.
numpy and pyarrow are imported by these modules only; `pip install yakulang[columns]` brings them. Nothing here knows
a rule: the functions are made from the conditions of a ruleset, and what columns can't decide goes to the ruleset a
hand at a time.
"""
