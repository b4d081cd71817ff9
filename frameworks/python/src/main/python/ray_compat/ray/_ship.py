"""Functions on their way to ranks of the same run: by cloudpickle if it is installed, else by source file and name.

By source, a rank runs the script again under the name `__mp_main__` up to the first `fit`, as multiprocessing does with
its main module, and takes the function from there; so scripts without `if __name__ == "__main__"` work too.
"""

from __future__ import annotations

import inspect
import os
import pickle
import sys
import types
from typing import Any, Callable, Dict

MAIN = "__mp_main__"


class FitReached(BaseException):
    """Ends the second run of a script at its first `fit`: the functions before it are defined by then."""


def dump(value: Any, path: str) -> None:
    """Writes a value that holds functions to a file that only this user can read."""
    by_name = _cloudpickle() is None
    content = _pickled_by_name(value) if by_name else _pickled(value)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        pickle.dump({"path": sys.path, "argv": sys.argv, "script": _script() if by_name else ""}, file)
        file.write(content)


def load(path: str) -> Any:
    """Reads it back in a rank, whose search path for modules and arguments become the driver's."""
    with open(path, "rb") as file:
        origin: Dict[str, Any] = pickle.load(file)
        sys.path[:] = origin["path"] + [entry for entry in sys.path if entry not in origin["path"]]
        content = file.read()
    sys.argv[:] = origin["argv"]
    if origin["script"]:
        _define_again(origin["script"])
    return pickle.loads(content)


def _cloudpickle() -> Any:
    try:
        import cloudpickle
    except ImportError:
        return None
    return cloudpickle


def _pickled(value: Any) -> bytes:
    try:
        return _cloudpickle().dumps(value)
    except Exception as error:
        raise TypeError(
            f"the training function cannot be sent to ranks: {error}. It or its config holds something that stays in one"
            " process, such as an open file, a lock or a client: make it inside the function"
        ) from error


def _pickled_by_name(value: Any) -> bytes:
    try:
        return pickle.dumps(value)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise TypeError(
            f"the training function cannot be sent to ranks by its name: {error}. Define it at the top of the script, or"
            " install cloudpickle, which sends closures and lambdas too"
        ) from error


def _script() -> str:
    return os.path.abspath(getattr(sys.modules["__main__"], "__file__", None) or "")


def _define_again(script: str) -> None:
    module = types.ModuleType(MAIN)
    module.__file__ = script
    sys.modules["__main__"] = sys.modules[MAIN] = module
    with open(script, "rb") as file:
        code = compile(file.read(), script, "exec")
    try:
        exec(code, module.__dict__)
    except FitReached:
        pass


def is_defining_again() -> bool:
    """Whether the script is run a second time, in a rank, for its definitions."""
    return getattr(sys.modules.get("__main__"), "__name__", "") == MAIN


def required_arguments(function: Callable) -> int:
    """How many arguments a function must get at least."""
    return sum(
        1
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is inspect.Parameter.empty
        and parameter.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    )
