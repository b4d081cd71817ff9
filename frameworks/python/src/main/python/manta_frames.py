"""Frames of pandas, Dask and Spark as datasets: a part of `manta`, where it is `manta.data`.

Each function writes a frame as files into a new directory, and returns what `manta run --dataset NAME=…` takes. Files are whole or not there.
"""

from __future__ import annotations

import os
from typing import Any, Union

__all__ = ["from_arrow", "from_dask", "from_pandas", "from_spark"]

_Path = Union[str, "os.PathLike[str]"]


def from_arrow(table: Any, directory: _Path) -> str:
    """A `pyarrow.Table`, as one Arrow file."""
    target = _new(directory)
    _write(table, _part(target, 0))
    return f"arrow:{target}"


def from_pandas(frame: Any, directory: _Path) -> str:
    """A pandas `DataFrame`, as one Arrow file; its index is left out."""
    target = _new(directory)
    _write_pandas(frame, _part(target, 0))
    return f"arrow:{target}"


def from_dask(frame: Any, directory: _Path) -> str:
    """A Dask `DataFrame`, as an Arrow file for each of its partitions, which Dask's workers write: the directory is one that all of them reach."""
    import dask

    target = _new(directory)
    partitions = frame.to_delayed()
    dask.compute(*[dask.delayed(_write_pandas)(partition, _part(target, i)) for i, partition in enumerate(partitions)])
    return f"arrow:{target}"


def from_spark(frame: Any, directory: _Path) -> str:
    """A Spark `DataFrame`, as the Parquet files that Spark's executors write: the directory is one that all of them reach."""
    target = os.path.abspath(os.fspath(directory))
    frame.write.mode("error").parquet(target)
    return f"parquet:{target}"


def _new(directory: _Path) -> str:
    target = os.path.abspath(os.fspath(directory))
    os.makedirs(target, exist_ok=True)
    if os.listdir(target):
        raise FileExistsError(f"{target} is not empty: choose another directory, or delete it first")
    return target


def _part(directory: str, index: int) -> str:
    return os.path.join(directory, f"part-{index:05d}.arrow")


def _write_pandas(frame: Any, path: str) -> None:
    import pyarrow

    _write(pyarrow.Table.from_pandas(frame, preserve_index=False), path)


def _write(table: Any, path: str) -> None:
    """Under a name that no dataset reads first, so that half a file is never taken for one."""
    import pyarrow

    unfinished = os.path.join(os.path.dirname(path), f"_{os.path.basename(path)}")
    with pyarrow.OSFile(unfinished, "wb") as file, pyarrow.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    os.replace(unfinished, path)
