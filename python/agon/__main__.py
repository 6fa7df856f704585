"""The command line: `python -m agon --help`."""

import os
import signal
import sys
import threading
from collections.abc import Iterable


def main(words: Iterable[str] | None = None) -> int:
    """Does what the words say; the exit code is 2 if they make no sense."""
    from agon._agon import command

    if sys.executable:
        # What '--on ray' starts; the package is here, and perhaps nowhere else.
        os.environ.setdefault("AGON_PYTHON", sys.executable)
    try:
        return command(sys.argv[1:] if words is None else list(words))
    finally:
        # While a command works, Ctrl-C ends the process with what there is. Afterwards it is an exception of Python again.
        handler = signal.getsignal(signal.SIGINT)
        if handler is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, handler)


if __name__ == "__main__":
    sys.exit(main())
