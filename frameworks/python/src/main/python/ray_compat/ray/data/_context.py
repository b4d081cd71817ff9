"""What can be set for all datasets: that rows keep their order, which they do anyway."""

from __future__ import annotations

from typing import Any

from ray._missing import not_covered


class ExecutionOptions:
    """How datasets are read."""

    def __init__(self, preserve_order: bool = True, **others: Any):
        for name, value in others.items():
            setattr(self, name, value)
        self.preserve_order = preserve_order

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "preserve_order":
            raise not_covered(f"ray.data.ExecutionOptions.{name}", "datasets are read in the driver, in the order of rows")
        object.__setattr__(self, name, bool(value))


class DataContext:
    """What holds for all datasets of this process."""

    _current: "DataContext"

    def __init__(self) -> None:
        object.__setattr__(self, "execution_options", ExecutionOptions())

    @staticmethod
    def get_current() -> "DataContext":
        """The one of this process."""
        return DataContext._current

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "execution_options" or not isinstance(value, ExecutionOptions):
            raise not_covered(f"ray.data.DataContext.{name}", "execution_options.preserve_order is covered")
        object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise not_covered(f"ray.data.DataContext.{name}", "execution_options.preserve_order is covered")


DataContext._current = DataContext()
