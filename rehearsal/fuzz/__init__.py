"""Hostile input over the wire: `python -m rehearsal fuzz --seed N --inputs N`.

| file           | what it holds                                                                |
|----------------|------------------------------------------------------------------------------|
| `town.py`      | two servers with a competition of each kind in each state, and who is there  |
| `showing.py`   | people use everything once, so that real ids and fields are known            |
| `shown.py`     | the steps of it, as data                                                     |
| `values.py`    | plausible values by an option's name                                         |
| `hostile.py`   | hostile values, and data that is broken in one place                         |
| `aiming.py`    | from a seed: at what each input aims, by whom, holding what                  |
| `inputs.py`    | one input, as it goes over the wire                                          |
| `watching.py`  | what must hold after each input: the answer, the log, pings, refusals        |
| `changes.py`   | which rows changed                                                           |
| `rights.py`    | whether that person may change them                                          |
| `run.py`       | the run: inputs, checks, the shortest reproduction                           |
"""
