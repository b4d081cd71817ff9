"""What this package does not cover: said by name, with the nearest way to do it in Manta."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from typing import Any, Callable, Dict, Iterable, Mapping, Optional

PAGE = "docs/how-to/run-ray-scripts.md lists what is covered"


class NotCoveredModule(ModuleNotFoundError, NotImplementedError):
    """A module of Ray that this package lacks; an ImportError too, so that `try: import ray.x` works."""


def not_covered(call: str, instead: str = PAGE) -> NotImplementedError:
    """The error for a call of Ray that this package does not have."""
    return NotImplementedError(f"Manta's --ray-compat does not cover {call}; {instead}")


def attribute_errors(module: str, instead: Optional[Mapping[str, str]] = None) -> Callable[[str], Any]:
    """A module's `__getattr__`: public names that are not there say what to use in their place."""
    ways: Dict[str, str] = dict(instead or {})

    def __getattr__(name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        raise not_covered(f"{module}.{name}", ways.get(name, PAGE))

    return __getattr__


def refuse_others(call: str, given: Mapping[str, Any], defaults: Optional[Mapping[str, Any]] = None) -> None:
    """Refuses keyword arguments that are not covered, unless they have the value that changes nothing."""
    harmless = dict(defaults or {})
    for name, value in given.items():
        if name in harmless and (value is harmless[name] or value == harmless[name]):
            continue
        raise not_covered(f"{call}({name}={value!r})")


def refuse_set(call: str, values: Iterable) -> None:
    """Refuses arguments that were given: pairs of a name and its value, None where it was not given."""
    for name, value in values:
        if value is not None:
            raise not_covered(f"{call}({name}={value!r})")


class _ModuleErrors(MetaPathFinder):
    """Last on the path of finders: a module below `ray` that no finder has is not covered."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.startswith("ray.") and not fullname.rpartition(".")[2].startswith("_"):
            raise NotCoveredModule(f"Manta's --ray-compat does not cover the module {fullname}; {PAGE}", name=fullname)
        return None


def install() -> None:
    """Makes imports of modules that are not covered say so."""
    if not any(isinstance(finder, _ModuleErrors) for finder in sys.meta_path):
        sys.meta_path.append(_ModuleErrors())
