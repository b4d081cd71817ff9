"""Virtual environments with the packages of a requirements file: made once for each content of the file and each interpreter, and kept in the user's cache.

The driver makes one before it starts ranks, and every other node when the first of them starts there: with uv where that is installed, else with venv and pip.
A rank waits for it, and continues in it as the same process.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from typing import List

_COMPLETE = ".manta-complete"
_REQUIREMENTS = "requirements.txt"
_RANK = "import os, sys; sys.path = [os.environ['MANTA_LIBRARY'], *filter(None, sys.path)]; import manta; manta._worker_main()"


def interpreter(requirements: str) -> str:
    """The interpreter of the environment; makes the environment unless it is there. Other processes that need the same one wait meanwhile."""
    with open(requirements, "rb") as file:
        content = file.read()
    name = hashlib.sha256(os.fsencode(sys.executable) + content).hexdigest()[:16]
    directory = os.path.join(_cache(), "manta", "python", "environments", name)
    python = os.path.join(directory, "bin", "python")
    os.makedirs(os.path.dirname(directory), exist_ok=True)
    with open(directory + ".lock", "w", encoding="ascii") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        # An upgrade of the system may have removed what its interpreter leads to.
        if not os.path.exists(os.path.join(directory, _COMPLETE)) or not os.access(python, os.X_OK):
            _make(directory, python, requirements)
    return python


def _cache() -> str:
    return os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")


def _make(directory: str, python: str, requirements: str) -> None:
    """One that was left half made is made anew."""
    uv = shutil.which("uv")
    if uv:
        _run([uv, "venv", "--clear", "--python", sys.executable, directory])
        _run([uv, "pip", "install", "--python", python, "-r", requirements])
    else:
        _run([sys.executable, "-m", "venv", "--clear", directory])
        _run([python, "-m", "pip", "install", "--disable-pip-version-check", "-r", requirements])
    with open(os.path.join(directory, _COMPLETE), "w", encoding="ascii"):
        pass


def _run(command: List[str]) -> None:
    said = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if said.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{said.stdout.decode('utf-8', 'replace').strip()[-2000:]}")


def _made_main() -> None:
    """Takes a requirements file; prints the interpreter."""
    print(interpreter(sys.argv[1]))


def _rank_main() -> None:
    """Takes what a rank takes, and is one in the environment of the run."""
    python = interpreter(os.path.join(os.environ["MANTA_REQUIREMENTS"], _REQUIREMENTS))
    os.execv(python, [python, "-u", "-c", _RANK, *sys.argv[1:]])
