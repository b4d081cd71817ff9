"""Search spaces: what a trial's config may be, and the configs of all trials."""

from __future__ import annotations

import inspect
import itertools
import math
import random
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Sequence, Tuple


@dataclass
class Domain:
    """A value that is drawn anew for each trial."""

    draw: Callable[[random.Random], Any]
    text: str

    def sample(self, seed: Any = None) -> Any:
        """One value."""
        return self.draw(random.Random(seed))

    def __repr__(self) -> str:
        return self.text


class Spec(dict):
    """What a function of the config gets: the config, whose values are attributes too, as itself and as `config`."""

    @property
    def config(self) -> "Spec":
        """The config."""
        return self

    def __getattr__(self, name: str) -> Any:
        try:
            value = self[name]
        except KeyError:
            raise AttributeError(f"the config has no {name!r}; it has {sorted(self)}") from None
        return Spec(value) if isinstance(value, dict) else value


@dataclass
class Function:
    """A value that a function of the config makes."""

    function: Callable

    def value(self, config: Dict[str, Any]) -> Any:
        """The value in that config."""
        return self.function(Spec(config)) if inspect.signature(self.function).parameters else self.function()


def uniform(lower: float, upper: float) -> Domain:
    """A real number, each equally likely."""
    return Domain(lambda random: random.uniform(lower, upper), f"uniform({lower}, {upper})")


def quniform(lower: float, upper: float, q: float) -> Domain:
    """A real number, rounded to a multiple of q."""
    return Domain(lambda random: round(random.uniform(lower, upper) / q) * q, f"quniform({lower}, {upper}, {q})")


def loguniform(lower: float, upper: float, base: float = 10) -> Domain:
    """A real number, each order of magnitude equally likely."""
    _require_positive(lower)
    return Domain(lambda random: math.exp(random.uniform(math.log(lower), math.log(upper))), f"loguniform({lower}, {upper})")


def qloguniform(lower: float, upper: float, q: float, base: float = 10) -> Domain:
    """The same, rounded to a multiple of q."""
    _require_positive(lower)
    return Domain(
        lambda random: round(math.exp(random.uniform(math.log(lower), math.log(upper))) / q) * q, f"qloguniform({lower}, {upper}, {q})")


def choice(categories: Sequence[Any]) -> Domain:
    """One of some values."""
    values = list(categories)
    if not values:
        raise ValueError("choice needs at least one value")
    return Domain(lambda random: random.choice(values), f"choice({values})")


def randint(lower: int, upper: int) -> Domain:
    """A whole number of at least `lower` and below `upper`."""
    return Domain(lambda random: random.randrange(lower, upper), f"randint({lower}, {upper})")


def qrandint(lower: int, upper: int, q: int = 1) -> Domain:
    """A whole number up to `upper`, a multiple of q."""
    return Domain(lambda random: round(random.randint(lower, upper) / q) * q, f"qrandint({lower}, {upper}, {q})")


def lograndint(lower: int, upper: int, base: float = 10) -> Domain:
    """A whole number below `upper`, each order of magnitude equally likely."""
    _require_positive(lower)
    return Domain(
        lambda random: min(upper - 1, int(math.exp(random.uniform(math.log(lower), math.log(upper))))), f"lograndint({lower}, {upper})")


def randn(mean: float = 0.0, sd: float = 1.0) -> Domain:
    """A normally distributed number."""
    return Domain(lambda random: random.gauss(mean, sd), f"randn({mean}, {sd})")


def sample_from(func: Callable) -> Function:
    """What a function gives, of the rest of the config where it takes it."""
    return Function(func)


def grid_search(values: Sequence[Any]) -> Dict[str, List[Any]]:
    """Each of some values, in combination with all others of a grid."""
    return {"grid_search": list(values)}


def _require_positive(lower: float) -> None:
    if lower <= 0:
        raise ValueError(f"the lower bound of a logarithmic range must be positive, not {lower}")


Path = Tuple[str, ...]


def configs(space: Dict[str, Any], samples: int, seed: Any = None) -> List[Dict[str, Any]]:
    """The config of every trial: the whole grid so many times, with new draws each time.

    >>> configs({"a": grid_search([1, 2]), "b": 3}, 1)
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]
    """
    source = random.Random(seed)
    axes = list(_grids(space, ()))
    combinations = list(itertools.product(*(values for _, values in axes)))
    return [
        _resolved(space, dict(zip((path for path, _ in axes), chosen)), source) for _ in range(samples) for chosen in combinations
    ]


def _is_grid(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"grid_search"}


def _grids(space: Dict[str, Any], path: Path) -> Iterator[Tuple[Path, List[Any]]]:
    for name, value in space.items():
        if _is_grid(value):
            yield (*path, name), value["grid_search"]
        elif isinstance(value, dict):
            yield from _grids(value, (*path, name))


def _resolved(space: Dict[str, Any], chosen: Dict[Path, Any], source: random.Random) -> Dict[str, Any]:
    config = _drawn(space, (), chosen, source)
    _fill(config, config)
    return config


def _drawn(value: Any, path: Path, chosen: Dict[Path, Any], source: random.Random) -> Any:
    if path in chosen:
        return chosen[path]
    if isinstance(value, Domain):
        return value.draw(source)
    if isinstance(value, dict):
        return {name: _drawn(each, (*path, name), chosen, source) for name, each in value.items()}
    return value


def _fill(part: Dict[str, Any], config: Dict[str, Any]) -> None:
    """Values that are functions of the config come last."""
    for name, value in part.items():
        if isinstance(value, Function):
            part[name] = value.value(config)
        elif isinstance(value, dict):
            _fill(value, config)
