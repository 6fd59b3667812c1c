"""A whole weekend, acted by people through commands, forms and buttons only, and checked against two scorers.

| file          | holds                                                        |
|---------------|--------------------------------------------------------------|
| `cast.py`     | who plays, and what happens, all from one seed               |
| `theatre.py`  | the stand-in, the bot as a process, and its clock            |
| `games.py`    | the Getaway Games                                            |
| `dodgeball.py`| the dodgeball tournament                                     |
| `checking.py` | exports and scorers against what the channels show           |
| `deadlines.py`| every answer within 3 s, and the whole within 90             |
| `run.py`      | one weekend from the first command to the verdict            |
"""
