"""Datasets: rows that are read and transformed in the driver, lazily and anew in each pass."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from ray._missing import not_covered, refuse_others, refuse_set
from ray.data import _blocks, _plan
from ray.data._blocks import Block
from ray.data._iterator import DataIterator

# Where functions run is Manta's to decide: they run in the driver, in the order of rows.
_PLACEMENT = {"num_cpus": None, "memory": None, "concurrency": None, "compute": None, "zero_copy_batch": None,
              "udf_modifying_row_count": None}


def _refuse_placement(call: str, given: Dict[str, Any]) -> None:
    refuse_others(call, {name: value for name, value in given.items() if name not in _PLACEMENT}, {"num_gpus": None})


class Dataset(DataIterator):
    """Rows, as a source and what is done to its blocks."""

    def __init__(self, source: Callable[[], Iterable[Block]]):
        self._source = source

    def _passes(self) -> Iterator[Block]:
        return iter(self._source())

    def _with(self, make: Callable[[], _plan.Operator]) -> "Dataset":
        return Dataset(lambda: make()(self._passes()))

    def map(self, fn: Callable, *, fn_args: Sequence = (), fn_kwargs: Optional[Dict] = None,
            fn_constructor_args: Sequence = (), fn_constructor_kwargs: Optional[Dict] = None, **placement: Any) -> "Dataset":
        """Each row as the function returns it."""
        _refuse_placement("Dataset.map", placement)
        return self._with(lambda: _plan.map_rows(
            _plan.called(fn, fn_constructor_args, fn_constructor_kwargs or {}), fn_args, fn_kwargs or {}))

    def flat_map(self, fn: Callable, *, fn_args: Sequence = (), fn_kwargs: Optional[Dict] = None,
                 fn_constructor_args: Sequence = (), fn_constructor_kwargs: Optional[Dict] = None, **placement: Any) -> "Dataset":
        """The rows that the function returns for each row."""
        _refuse_placement("Dataset.flat_map", placement)
        return self._with(lambda: _plan.flat_map_rows(
            _plan.called(fn, fn_constructor_args, fn_constructor_kwargs or {}), fn_args, fn_kwargs or {}))

    def filter(self, fn: Optional[Callable] = None, expr: Any = None, **placement: Any) -> "Dataset":
        """The rows for which the function is true."""
        _refuse_placement("Dataset.filter", placement)
        if fn is None:
            raise not_covered(f"Dataset.filter(expr={expr!r})", "pass a function of a row")
        return self._with(lambda: _plan.filter_rows(_plan.called(fn, (), {})))

    def map_batches(self, fn: Callable, *, batch_size: Any = None, batch_format: Optional[str] = "default",
                    fn_args: Sequence = (), fn_kwargs: Optional[Dict] = None, fn_constructor_args: Sequence = (),
                    fn_constructor_kwargs: Optional[Dict] = None, **placement: Any) -> "Dataset":
        """Each batch as the function returns or yields it; `batch_size=None` hands blocks over as they come."""
        _refuse_placement("Dataset.map_batches", placement)
        size = None if batch_size in (None, "auto", "default") else int(batch_size)
        return self._with(lambda: _plan.map_batches(
            _plan.called(fn, fn_constructor_args, fn_constructor_kwargs or {}), size, batch_format or "default",
            fn_args, fn_kwargs or {}))

    def add_column(self, col: str, fn: Callable, *, batch_format: str = "pandas", **placement: Any) -> "Dataset":
        """One column more, which a function makes of each block."""
        _refuse_placement("Dataset.add_column", placement)

        def add(block: Block) -> Block:
            made = fn(_blocks.to_format(block, batch_format))
            return {**block, col: _blocks.column_of(made.to_numpy() if hasattr(made, "to_numpy") else made)}

        return self._with(lambda: _plan.on_blocks(add))

    def drop_columns(self, cols: Sequence[str], **placement: Any) -> "Dataset":
        """All columns but these."""
        _refuse_placement("Dataset.drop_columns", placement)
        return self._with(lambda: _plan.on_blocks(
            lambda block: {name: column for name, column in block.items() if name not in _required(cols, block)}))

    def select_columns(self, cols: Any, **placement: Any) -> "Dataset":
        """Only these columns."""
        _refuse_placement("Dataset.select_columns", placement)
        names = [cols] if isinstance(cols, str) else list(cols)
        return self._with(lambda: _plan.on_blocks(lambda block: {name: block[name] for name in _required(names, block)}))

    def rename_columns(self, names: Dict[str, str], **placement: Any) -> "Dataset":
        """Columns under other names."""
        _refuse_placement("Dataset.rename_columns", placement)
        return self._with(lambda: _plan.on_blocks(
            lambda block: {names.get(name, name): column for name, column in block.items()}))

    def limit(self, limit: int) -> "Dataset":
        """At most so many rows, from the front."""
        return self._with(lambda: _plan.first_rows(limit))

    def random_shuffle(self, *, seed: Optional[int] = None, num_blocks: Optional[int] = None, **placement: Any) -> "Dataset":
        """The rows in random order, all of them in memory; with a seed the same order in each pass."""
        _refuse_placement("Dataset.random_shuffle", placement)
        refuse_set("Dataset.random_shuffle", [("num_blocks", num_blocks)])
        return self._with(lambda: _plan.shuffled(seed))

    def randomize_block_order(self, *, seed: Optional[int] = None) -> "Dataset":
        """The blocks in random order."""
        def run(blocks: Iterable[Block]) -> Iterator[Block]:
            every = list(blocks)
            return (every[place] for place in np.random.default_rng(seed).permutation(len(every)))

        return self._with(lambda: run)

    def sort(self, key: Any, descending: bool = False) -> "Dataset":
        """The rows in the order of a column, or of several."""
        return self._with(lambda: _plan.sorted_by([key] if isinstance(key, str) else list(key), bool(descending)))

    def repartition(self, num_blocks: Optional[int] = None, target_num_rows_per_block: Optional[int] = None,
                    *, shuffle: bool = False, **others: Any) -> "Dataset":
        """The same rows in blocks of another size."""
        refuse_others("Dataset.repartition", others, {"strict": False, "keys": None, "sort": False})
        if shuffle:
            raise not_covered("Dataset.repartition(shuffle=True)", "call random_shuffle() before it")
        if target_num_rows_per_block:
            return self._with(lambda: lambda blocks: _blocks.batches(blocks, target_num_rows_per_block))
        return self._with(lambda: lambda blocks: _in_parts(list(blocks), num_blocks or 1))

    def union(self, *other: "Dataset") -> "Dataset":
        """The rows of this and of the others, one after the other."""
        return Dataset(lambda: (block for dataset in (self, *other) for block in dataset._passes()))

    def zip(self, *other: "Dataset") -> "Dataset":
        """Rows side by side; columns of the same name get a number."""
        return Dataset(lambda: iter([_side_by_side([_whole(dataset) for dataset in (self, *other)])]))

    def train_test_split(self, test_size: Any, *, shuffle: bool = False, seed: Optional[int] = None,
                         stratify: Optional[str] = None) -> Tuple["Dataset", "Dataset"]:
        """The first rows to train on and the last ones to test with: a part below 1, or a number of rows."""
        refuse_set("Dataset.train_test_split", [("stratify", stratify)])
        dataset = self.random_shuffle(seed=seed) if shuffle else self
        rows = _whole(dataset)
        count = _blocks.rows_of(rows)
        cut = count - _test_rows(test_size, count)
        return _of(_blocks.slice_of(rows, 0, cut)), _of(_blocks.slice_of(rows, cut, count))

    def split(self, n: int, *, equal: bool = False, locality_hints: Any = None) -> List["Dataset"]:
        """So many datasets with a part of the rows each; with `equal` the last rows are left out."""
        rows = _whole(self)
        count = _blocks.rows_of(rows)
        usable = count - count % n if equal else count
        bounds = [usable * place // n for place in range(n + 1)]
        return [_of(_blocks.slice_of(rows, start, end)) for start, end in zip(bounds, bounds[1:])]

    def split_at_indices(self, indices: Sequence[int]) -> List["Dataset"]:
        """Datasets between these rows."""
        rows = _whole(self)
        bounds = [0, *indices, _blocks.rows_of(rows)]
        return [_of(_blocks.slice_of(rows, start, end)) for start, end in zip(bounds, bounds[1:])]

    def count(self) -> int:
        """How many rows there are; reads them."""
        return sum(_blocks.rows_of(block) for block in self._passes())

    def columns(self) -> Optional[List[str]]:
        """The names of the columns."""
        schema = self.schema()
        return schema.names if schema else None

    def take(self, limit: int = 20) -> List[Dict[str, Any]]:
        """The first rows."""
        return list(self.limit(limit).iter_rows())

    def take_all(self, limit: Optional[int] = None) -> List[Dict[str, Any]]:
        """All rows."""
        rows = list(self.iter_rows())
        if limit is not None and len(rows) > limit:
            raise ValueError(f"the dataset has {len(rows)} rows, more than the limit of {limit}")
        return rows

    def take_batch(self, batch_size: int = 20, *, batch_format: Optional[str] = "default") -> Any:
        """The first rows as one batch."""
        return next(iter(self.limit(batch_size).iter_batches(batch_size=batch_size, batch_format=batch_format)))

    def show(self, limit: int = 20) -> None:
        """Prints the first rows."""
        for row in self.take(limit):
            print(row)

    def unique(self, column: str) -> List[Any]:
        """The values of a column, each once."""
        return list(dict.fromkeys(row[column] for row in self.select_columns(column).iter_rows()))

    def sum(self, on: str) -> Any:
        """The sum of a column."""
        return _column(self, on).sum().item()

    def min(self, on: str) -> Any:
        """The least value of a column."""
        return _column(self, on).min().item()

    def max(self, on: str) -> Any:
        """The greatest value of a column."""
        return _column(self, on).max().item()

    def mean(self, on: str) -> float:
        """The mean of a column."""
        return _column(self, on).mean().item()

    def std(self, on: str, ddof: int = 1) -> float:
        """The standard deviation of a column."""
        return _column(self, on).std(ddof=ddof).item()

    def to_pandas(self, limit: Optional[int] = None) -> Any:
        """All rows as a data frame."""
        return _blocks.to_format(_whole(self.limit(limit) if limit else self), "pandas")

    def iterator(self) -> DataIterator:
        """Its passes."""
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}(schema={{…}})"


class MaterializedDataset(Dataset):
    """Rows that are in memory."""


def _of(block: Block) -> MaterializedDataset:
    return MaterializedDataset(lambda: _plan.cut(block))


def _whole(dataset: Dataset) -> Block:
    return _blocks.concatenated(list(dataset._passes()))


def _column(dataset: Dataset, name: str) -> np.ndarray:
    return _whole(dataset.select_columns(name))[name]


def _required(names: Sequence[str], block: Block) -> Sequence[str]:
    missing = [name for name in names if name not in block]
    if missing:
        raise KeyError(f"there is no column {missing[0]!r}; the columns are {sorted(block)}")
    return names


def _test_rows(test_size: Any, count: int) -> int:
    if isinstance(test_size, float):
        if not 0 < test_size < 1:
            raise ValueError(f"test_size as a part is between 0 and 1, not {test_size}")
        return count - int(count * (1 - test_size))
    if not 0 < test_size < count:
        raise ValueError(f"test_size {test_size} is not between 0 and the {count} rows of the dataset")
    return test_size


def _in_parts(blocks: List[Block], parts: int) -> Iterator[Block]:
    rows = _blocks.concatenated(blocks)
    bounds = [_blocks.rows_of(rows) * place // parts for place in range(parts + 1)]
    return (_blocks.slice_of(rows, start, end) for start, end in zip(bounds, bounds[1:]))


def _side_by_side(blocks: Sequence[Block]) -> Block:
    counts = {_blocks.rows_of(block) for block in blocks}
    if len(counts) > 1:
        raise ValueError(f"datasets of different lengths cannot be zipped: {sorted(counts)} rows")
    joined: Block = {}
    for block in blocks:
        for name, column in block.items():
            joined[_free_name(name, joined)] = column
    return joined


def _free_name(name: str, taken: Block) -> str:
    number, free = 1, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free
