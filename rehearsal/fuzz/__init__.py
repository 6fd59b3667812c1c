"""Hostile input over the wire: `python -m rehearsal fuzz --seed N --inputs N`.

| file           | what it holds                                                                |
|----------------|------------------------------------------------------------------------------|
| `town.py`      | two servers with a competition of each kind in each state, and who is there  |
| `values.py`    | values: plausible ones by an option's name, and hostile ones                 |
| `inputs.py`    | from a seed: which command, option, button or form, by whom, holding what    |
| `watching.py`  | what must hold after each input: the answer, the log, pings, refusals        |
| `changes.py`   | which rows changed, and whether that person may change them                  |
| `run.py`       | the run: inputs, checks, the shortest reproduction                           |
"""
