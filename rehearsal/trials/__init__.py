"""Trials: the bot is killed, cut off, locked out and doubled, and what is lost or doubled is counted.

| file           | holds                                                                     |
|----------------|---------------------------------------------------------------------------|
| `scene.py`     | two running competitions on the stand-in, and the bot as a process        |
| `load.py`      | facilitators and directors who enter and correct results at the same time |
| `counting.py`  | what people were told, against what the database and the channels hold    |
| `kills.py`     | SIGKILL at chosen and at random moments                                   |
| `troubles.py`  | everything that Discord and networks do on a bad day, one after the other |
| `weekend.py`   | a weekend in those troubles, against the same weekend without them        |
| `locks.py`     | another process holds the database                                        |
| `starts.py`    | a second bot, a database that vanished, a migration that fails            |
| `run.py`       | all of them, with their counts                                            |
"""
