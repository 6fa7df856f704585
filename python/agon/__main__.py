"""The command line: `python -m agon --help`."""

import signal
import sys
import threading


def main(words=None):
    """Does what the words say; the exit code is 2 if they make no sense."""
    from agon._agon import command

    try:
        return command(sys.argv[1:] if words is None else list(words))
    finally:
        # While a command works, Ctrl-C ends the process with what there is. Afterwards it is an exception of Python again.
        handler = signal.getsignal(signal.SIGINT)
        if handler is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, handler)


if __name__ == "__main__":
    sys.exit(main())
