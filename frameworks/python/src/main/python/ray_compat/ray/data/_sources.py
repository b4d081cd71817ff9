"""Where rows come from: values in memory, and files that pyarrow reads."""

from __future__ import annotations

import glob
import os
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence

import numpy as np

from ray._missing import refuse_others
from ray.data import _blocks, _plan
from ray.data._blocks import Block
from ray.data._dataset import Dataset, MaterializedDataset

_READING = {"override_num_blocks": None, "parallelism": -1, "concurrency": None, "ray_remote_args": None, "num_cpus": None,
            "memory": None, "shuffle": None, "filesystem": None}


def from_items(items: Sequence[Any], *, parallelism: int = -1, override_num_blocks: Optional[int] = None) -> MaterializedDataset:
    """Rows of a list: dictionaries, or other values as the column `item`."""
    rows = [item if isinstance(item, dict) else {"item": item} for item in items]
    return _in_memory(_blocks.from_rows(rows))


def range_(n: int, *, parallelism: int = -1, concurrency: Any = None, override_num_blocks: Optional[int] = None) -> Dataset:
    """The numbers below n, as the column `id`."""
    return Dataset(lambda: (
        {"id": np.arange(start, min(start + _plan.BLOCK_ROWS, n), dtype=np.int64)} for start in range(0, n, _plan.BLOCK_ROWS)))


def range_tensor(n: int, *, shape: Sequence[int] = (1,), **reading: Any) -> Dataset:
    """Arrays of that shape, filled with the numbers below n, as the column `data`."""
    refuse_others("ray.data.range_tensor", reading, _READING)
    return range_(n).map_batches(
        lambda batch: {"data": np.broadcast_to(batch["id"].reshape((-1,) + (1,) * len(shape)), (len(batch["id"]), *shape)).copy()})


def from_numpy(arrays: Any) -> MaterializedDataset:
    """An array, or several one after the other, as the column `data`."""
    parts = list(arrays) if isinstance(arrays, (list, tuple)) else [arrays]
    return _in_memory({"data": np.concatenate(parts)})


def from_pandas(frames: Any, override_num_blocks: Optional[int] = None) -> MaterializedDataset:
    """A data frame, or several one after the other."""
    parts = list(frames) if isinstance(frames, (list, tuple)) else [frames]
    return _in_memory(_blocks.concatenated([_blocks.from_format(frame) for frame in parts]))


def from_arrow(tables: Any, **reading: Any) -> MaterializedDataset:
    """An Arrow table, or several one after the other."""
    refuse_others("ray.data.from_arrow", reading, _READING)
    parts = list(tables) if isinstance(tables, (list, tuple)) else [tables]
    return _in_memory(_blocks.concatenated([_blocks.from_table(table) for table in parts]))


def from_huggingface(dataset: Any, **reading: Any) -> Dataset:
    """A dataset of Hugging Face's library."""
    refuse_others("ray.data.from_huggingface", reading, _READING)
    size = _plan.BLOCK_ROWS
    return Dataset(lambda: (
        _blocks.from_format(dict(dataset[start:start + size])) for start in range(0, len(dataset), size)))


def from_torch(dataset: Any, **reading: Any) -> Dataset:
    """A map-style dataset of PyTorch, as the column `item`."""
    refuse_others("ray.data.from_torch", reading, _READING)
    return Dataset(lambda: (
        _blocks.from_rows([{"item": dataset[place]} for place in range(start, min(start + 256, len(dataset)))])
        for start in range(0, len(dataset), 256)))


def read_parquet(paths: Any, *, columns: Optional[List[str]] = None, **reading: Any) -> Dataset:
    """The rows of Parquet files, a row group at a time."""
    def rows(path: str, filesystem: Any) -> Iterator[Block]:
        import pyarrow.parquet

        with filesystem.open_input_file(path) as stream:
            file = pyarrow.parquet.ParquetFile(stream)
            for group in range(file.num_row_groups):
                yield _blocks.from_table(file.read_row_group(group, columns=columns))

    return _files("read_parquet", paths, (".parquet", ".pq"), rows, reading)


def read_csv(paths: Any, **reading: Any) -> Dataset:
    """The rows of CSV files."""
    def rows(path: str, filesystem: Any) -> Iterator[Block]:
        import pyarrow.csv

        with filesystem.open_input_file(path) as stream:
            yield _blocks.from_table(pyarrow.csv.read_csv(stream))

    return _files("read_csv", paths, (".csv",), rows, reading)


def read_json(paths: Any, **reading: Any) -> Dataset:
    """The objects of JSON files: one per line, or in an array."""
    def rows(path: str, filesystem: Any) -> Iterator[Block]:
        import json

        with filesystem.open_input_stream(path) as stream:
            text = stream.read().decode()
        objects = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in text.splitlines() if line.strip()]
        yield _blocks.from_rows(objects)

    return _files("read_json", paths, (".json", ".jsonl"), rows, reading)


def read_text(paths: Any, *, drop_empty_lines: bool = True, **reading: Any) -> Dataset:
    """The lines of text files, as the column `text`."""
    def rows(path: str, filesystem: Any) -> Iterator[Block]:
        with filesystem.open_input_stream(path) as stream:
            lines = stream.read().decode().splitlines()
        yield {"text": _blocks.column_of([line for line in lines if line or not drop_empty_lines])}

    return _files("read_text", paths, (), rows, reading)


def read_images(paths: Any, *, size: Any = None, mode: Optional[str] = None, **reading: Any) -> Dataset:
    """Images as arrays, in the column `image`; `size` is (height, width)."""
    def rows(path: str, filesystem: Any) -> Iterator[Block]:
        from PIL import Image

        with filesystem.open_input_stream(path) as stream:
            image = Image.open(stream)
            image = image.resize(tuple(reversed(size)), Image.BILINEAR) if size else image
            yield {"image": np.asarray(image.convert(mode) if mode else image)[None]}

    return _files("read_images", paths, (".png", ".jpg", ".jpeg", ".bmp", ".gif"), rows, reading)


def read_numpy(paths: Any, **reading: Any) -> Dataset:
    """The arrays of `.npy` files, in the column `data`."""
    def rows(path: str, filesystem: Any) -> Iterator[Block]:
        with filesystem.open_input_file(path) as stream:
            yield {"data": np.load(stream)}

    return _files("read_numpy", paths, (".npy",), rows, reading)


def _in_memory(block: Block) -> MaterializedDataset:
    return MaterializedDataset(lambda: _plan.cut(block))


def _files(call: str, paths: Any, endings: Sequence[str], rows: Callable[[str, Any], Iterable[Block]],
           reading: Dict[str, Any]) -> Dataset:
    filesystem = reading.pop("filesystem", None)
    refuse_others(f"ray.data.{call}", {name: value for name, value in reading.items() if name not in _READING})
    found = _found([paths] if isinstance(paths, (str, os.PathLike)) else list(paths), endings, filesystem)
    return Dataset(lambda: (block for path, place in found for whole in rows(path, place) for block in _plan.cut(whole)))


def _found(paths: Sequence[Any], endings: Sequence[str], filesystem: Any) -> List[Any]:
    """Every file with its file system, in the order of their names; nothing found is an error at once."""
    files = [pair for path in paths for pair in _below(os.fspath(path), endings, filesystem)]
    if not files:
        raise FileNotFoundError(f"no file {' or '.join('*' + ending for ending in endings) or '*'} at {', '.join(map(str, paths))}")
    return files


def _below(path: str, endings: Sequence[str], filesystem: Any) -> List[Any]:
    try:
        from pyarrow import fs
    except ImportError:
        raise ImportError("ray.data reads files with pyarrow, which is not installed: pip install pyarrow") from None
    if filesystem is None:
        if "://" in path:
            filesystem, path = fs.FileSystem.from_uri(path)
        else:
            filesystem = fs.LocalFileSystem()
            if any(letter in path for letter in "*?["):
                return [pair for name in sorted(glob.glob(path, recursive=True)) for pair in _below(name, endings, filesystem)]
            path = os.path.abspath(path)
    found = filesystem.get_file_info(path)
    if found.type == fs.FileType.NotFound:
        raise FileNotFoundError(f"there is no file or directory {path}")
    if found.type == fs.FileType.File:
        return [(path, filesystem)]
    inside = filesystem.get_file_info(fs.FileSelector(path, recursive=True))
    names = sorted(each.path for each in inside if each.type == fs.FileType.File and not os.path.basename(each.path).startswith((".", "_")))
    return [(name, filesystem) for name in names if not endings or name.lower().endswith(tuple(endings))]
