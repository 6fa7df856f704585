"""The command line: `python -m agon --help`."""

import sys


def main(words=None):
    """Does what the words say; the exit code is 2 if they make no sense."""
    from agon._agon import command

    return command(sys.argv[1:] if words is None else list(words))


if __name__ == "__main__":
    sys.exit(main())
