"""Blocks: some rows as one NumPy array per column; and their other forms."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Sequence

import numpy as np

Block = Dict[str, np.ndarray]
Row = Dict[str, Any]

FORMATS = ("default", "numpy", "pandas", "pyarrow")


def rows_of(block: Block) -> int:
    """How many rows a block has."""
    return len(next(iter(block.values()))) if block else 0


def slice_of(block: Block, start: int, end: int) -> Block:
    """Some rows of it, without a copy."""
    return {name: column[start:end] for name, column in block.items()}


def chosen(block: Block, indices: Any) -> Block:
    """The rows at these places."""
    return {name: column[indices] for name, column in block.items()}


def concatenated(blocks: Sequence[Block]) -> Block:
    """All rows of blocks with the same columns."""
    filled = [block for block in blocks if rows_of(block)]
    if not filled:
        return dict(blocks[0]) if blocks else {}
    if len(filled) == 1:
        return filled[0]
    _require_same_columns(filled)
    return {name: _joined([block[name] for block in filled]) for name in filled[0]}


def _require_same_columns(blocks: Sequence[Block]) -> None:
    for block in blocks[1:]:
        if block.keys() != blocks[0].keys():
            raise ValueError(f"rows have different columns: {sorted(blocks[0])} and {sorted(block)}")


def _joined(columns: Sequence[np.ndarray]) -> np.ndarray:
    shapes = {column.shape[1:] for column in columns}
    if len(shapes) == 1:
        return np.concatenate(columns)
    return column_of([value for column in columns for value in column])


def column_of(values: Sequence[Any]) -> np.ndarray:
    """A column of Python or NumPy values; values of different shapes, and texts, stay objects."""
    if isinstance(values, np.ndarray):
        return values.astype(object) if values.dtype.kind in "US" else values
    values = [_plain(value) for value in values]
    if any(isinstance(value, (str, bytes, dict)) or value is None for value in values):
        return _objects(values)
    try:
        column = np.array(values)
    except ValueError:
        return _objects(values)
    return column if column.dtype.kind in "biufcmMO" else _objects(values)


def _plain(value: Any) -> Any:
    return value.numpy() if hasattr(value, "numpy") and hasattr(value, "detach") else value


def _objects(values: Sequence[Any]) -> np.ndarray:
    column = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        column[place] = value
    return column


def from_rows(rows: Sequence[Row]) -> Block:
    """A block of rows; a row that is not a dictionary is one with the column `item`."""
    if not rows:
        return {}
    names = list(rows[0])
    for row in rows:
        if row.keys() != rows[0].keys():
            raise ValueError(f"rows have different columns: {sorted(rows[0])} and {sorted(row)}")
    return {name: column_of([row[name] for row in rows]) for name in names}


def to_rows(block: Block) -> Iterator[Row]:
    """Its rows, with Python's own numbers."""
    columns = [(name, _values(column)) for name, column in block.items()]
    for place in range(rows_of(block)):
        yield {name: values[place] for name, values in columns}


def _values(column: np.ndarray) -> List[Any]:
    if column.ndim > 1:
        return list(column)
    if column.dtype.kind == "M":
        return column.astype("datetime64[us]").tolist()
    return column.tolist()


def to_format(block: Block, form: str) -> Any:
    """The block as a function wants it: a dictionary of arrays, a data frame or an Arrow table. A copy, as the function may change it, and the block may be kept."""
    if form in ("default", "numpy"):
        return {name: column.copy() for name, column in block.items()}
    if form == "pandas":
        import pandas

        return pandas.DataFrame({name: _listed(column.copy()) for name, column in block.items()})
    if form == "pyarrow":
        return _table(block)
    raise ValueError(f"the batch format {form!r} is none of {', '.join(FORMATS)}")


def _listed(column: np.ndarray) -> Any:
    return list(column) if column.ndim > 1 else column


def _table(block: Block) -> Any:
    import pyarrow

    return pyarrow.table({name: pyarrow.array(_listed(column), from_pandas=True) for name, column in block.items()})


def from_format(batch: Any) -> Block:
    """What a function gave back, as a block."""
    if isinstance(batch, dict):
        block = {str(name): column_of(values) for name, values in batch.items()}
        _require_same_lengths(block)
        return block
    if type(batch).__module__.startswith("pandas"):
        return {str(name): column_of(batch[name].to_numpy()) for name in batch.columns}
    if type(batch).__module__.startswith("pyarrow"):
        return from_table(batch)
    raise ValueError(f"a batch is a dictionary of arrays, a data frame or an Arrow table, not {type(batch).__name__}")


def _require_same_lengths(block: Block) -> None:
    lengths = {name: len(column) for name, column in block.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"the columns of a batch have different lengths: {lengths}")


def from_table(table: Any) -> Block:
    """The rows of an Arrow table."""
    return {name: _from_arrow(table.column(name)) for name in table.column_names}


def _from_arrow(column: Any) -> np.ndarray:
    import pyarrow

    kind = column.type
    if isinstance(kind, getattr(pyarrow, "FixedShapeTensorType", ())):
        return column.combine_chunks().to_numpy_ndarray()
    if pyarrow.types.is_nested(kind):
        return column_of([np.array(value) if isinstance(value, list) else value for value in column.to_pylist()])
    return column.to_numpy()


def batches(blocks: Iterable[Block], size: int | None, drop_last: bool = False) -> Iterator[Block]:
    """The same rows in batches of that size; None takes blocks as they are."""
    if size is None:
        yield from (block for block in blocks if rows_of(block))
        return
    kept: List[Block] = []
    count = 0
    for block in blocks:
        kept.append(block)
        count += rows_of(block)
        if count >= size:
            joined = concatenated(kept)
            whole = count - count % size
            for start in range(0, whole, size):
                yield slice_of(joined, start, start + size)
            kept, count = [slice_of(joined, whole, count)], count - whole
    if count and not drop_last:
        yield concatenated(kept)
