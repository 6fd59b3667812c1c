"""The process that draws: `python -m bot.ui.pictures.worker`, started and fed by `renderer.py`.

Requests come on standard input, each a length and a pickled picture; answers go to standard output, each a
byte (1 drawn, 0 not), a length, and the PNG or the fault. The end of the input ends the process, so that it
never outlives the bot, however that dies.
"""

import os
import pickle
import sys
from typing import BinaryIO

from bot.ui.pictures.paint import load_fonts, render_now
from bot.ui.pictures.renderer import ANSWER_HEAD, REQUEST_HEAD, PictureError


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Draw until the requests end."""
    while len(head := requests.read(REQUEST_HEAD.size)) == REQUEST_HEAD.size:
        (length,) = REQUEST_HEAD.unpack(head)
        picture = pickle.loads(requests.read(length))
        try:
            is_drawn, answer = True, render_now(picture)
        except PictureError as error:
            is_drawn, answer = False, str(error).encode()
        answers.write(ANSWER_HEAD.pack(is_drawn, len(answer)) + answer)
        answers.flush()


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else may print among the answers
    load_fonts()
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        os._exit(0)  # nobody is left to read


if __name__ == "__main__":
    main()
