"""Passes over rows: batches for NumPy, PyTorch, pandas and Arrow, with prefetching and a local shuffle."""

from __future__ import annotations

import queue
import threading
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Union

import numpy as np

from ray._missing import attribute_errors
from ray.data import _blocks
from ray.data._blocks import Block

_END = object()
_Columns = Union[str, List[str]]


class Batches:
    """Batches that can be iterated again: each pass reads the rows anew."""

    def __init__(self, one_pass: Callable[[], Iterator[Any]]):
        self._one_pass = one_pass

    def __iter__(self) -> Iterator[Any]:
        return self._one_pass()


class DataIterator:
    """Rows that can be read again and again; below it are a dataset and a rank's shard of one."""

    def _passes(self) -> Iterator[Block]:
        """The blocks of one more pass."""
        raise NotImplementedError

    def iter_batches(
        self,
        *,
        prefetch_batches: int = 1,
        batch_size: Optional[int] = 256,
        batch_format: Optional[str] = "default",
        drop_last: bool = False,
        local_shuffle_buffer_size: Optional[int] = None,
        local_shuffle_seed: Optional[int] = None,
    ) -> Iterable[Any]:
        """Batches of that many rows, in that format."""
        form = batch_format or "default"
        if form not in _blocks.FORMATS:
            raise ValueError(f"batch_format {form!r} is none of {', '.join(_blocks.FORMATS)}")
        if batch_size is not None and batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, not {batch_size}")
        _check_buffer(local_shuffle_buffer_size, batch_size)

        def one_pass() -> Iterator[Any]:
            blocks: Iterable[Block] = self._passes()
            if local_shuffle_buffer_size:
                blocks = _locally_shuffled(blocks, local_shuffle_buffer_size, local_shuffle_seed)
            for batch in _blocks.batches(blocks, batch_size, drop_last):
                yield _blocks.to_format(batch, form)

        return Batches(lambda: _ahead(one_pass, prefetch_batches))

    def iter_torch_batches(
        self,
        *,
        prefetch_batches: int = 1,
        batch_size: Optional[int] = 256,
        dtypes: Any = None,
        device: Any = "auto",
        collate_fn: Optional[Callable[[Dict[str, np.ndarray]], Any]] = None,
        drop_last: bool = False,
        local_shuffle_buffer_size: Optional[int] = None,
        local_shuffle_seed: Optional[int] = None,
        pin_memory: bool = False,
    ) -> Iterable[Any]:
        """Batches as dictionaries of tensors on the rank's device, or as `collate_fn` makes them."""
        if collate_fn is not None and dtypes is not None:
            raise ValueError("collate_fn and dtypes exclude each other")
        numpy_batches = self.iter_batches(
            prefetch_batches=prefetch_batches, batch_size=batch_size, batch_format="numpy", drop_last=drop_last,
            local_shuffle_buffer_size=local_shuffle_buffer_size, local_shuffle_seed=local_shuffle_seed,
        )
        return Batches(lambda: (_tensors(batch, dtypes, device, collate_fn, pin_memory) for batch in numpy_batches))

    def iter_rows(self) -> Iterable[Dict[str, Any]]:
        """One dictionary for each row."""
        return Batches(lambda: (row for block in self._passes() for row in _blocks.to_rows(block)))

    def iter_tf_batches(
        self,
        *,
        prefetch_batches: int = 1,
        batch_size: Optional[int] = 256,
        dtypes: Any = None,
        drop_last: bool = False,
        local_shuffle_buffer_size: Optional[int] = None,
        local_shuffle_seed: Optional[int] = None,
    ) -> Iterable[Any]:
        """Batches as dictionaries of TensorFlow's tensors."""
        from ray.data import _tensorflow

        numpy_batches = self.iter_batches(
            prefetch_batches=prefetch_batches, batch_size=batch_size, batch_format="numpy", drop_last=drop_last,
            local_shuffle_buffer_size=local_shuffle_buffer_size, local_shuffle_seed=local_shuffle_seed,
        )
        return Batches(lambda: (_tensorflow.tensors(batch, dtypes) for batch in numpy_batches))

    def to_tf(
        self,
        feature_columns: _Columns,
        label_columns: _Columns,
        *,
        additional_columns: Optional[_Columns] = None,
        batch_size: int = 1,
        feature_type_spec: Any = None,
        label_type_spec: Any = None,
        additional_type_spec: Any = None,
        **reading: Any,
    ) -> Any:
        """A `tf.data.Dataset` of features and labels: a tensor for a column, a dictionary of them for a list. The rest is as in `iter_batches`."""
        from ray.data import _tensorflow

        batches = self.iter_batches(batch_size=batch_size, batch_format="numpy", **reading)
        wanted = [feature_columns, label_columns]
        specs = [feature_type_spec, label_type_spec]
        if additional_columns is not None:
            wanted.append(additional_columns)
            specs.append(additional_type_spec)
        return _tensorflow.dataset(self.schema, lambda: batches, wanted, specs)

    def materialize(self) -> Any:
        """All rows in memory."""
        from ray.data._dataset import MaterializedDataset

        blocks = [block for block in self._passes() if _blocks.rows_of(block)]
        return MaterializedDataset(lambda: iter(blocks))

    def schema(self) -> Optional["Schema"]:
        """The names and types of its columns; None where there are no rows."""
        blocks = self._passes()
        for block in blocks:
            if _blocks.rows_of(block):
                return Schema(block)
        return None

    def __getattr__(self, name: str) -> Any:
        return attribute_errors(f"ray.data.{type(self).__name__}")(name)


class Schema:
    """Names and types of columns, as NumPy has them, and the shape of a row's value."""

    def __init__(self, block: Block):
        self.names = list(block)
        self.types = [column.dtype for column in block.values()]
        self.shapes = [column.shape[1:] for column in block.values()]

    def __repr__(self) -> str:
        return "\n".join(["Column  Type", "------  ----"] + [f"{name}  {kind}" for name, kind in zip(self.names, self.types)])


def _check_buffer(buffer: Optional[int], batch_size: Optional[int]) -> None:
    if buffer is not None and batch_size is not None and buffer < batch_size:
        raise ValueError(f"local_shuffle_buffer_size {buffer} is below batch_size {batch_size}")


def _locally_shuffled(blocks: Iterable[Block], size: int, seed: Optional[int]) -> Iterator[Block]:
    """Rows in the order in which a full buffer gives up random ones."""
    random = np.random.default_rng(seed)
    buffer: Block = {}
    for block in blocks:
        buffer = _blocks.concatenated([buffer, block]) if buffer else block
        over = _blocks.rows_of(buffer) - size
        if over > 0:
            order = random.permutation(_blocks.rows_of(buffer))
            yield _blocks.chosen(buffer, order[:over])
            buffer = _blocks.chosen(buffer, order[over:])
    if _blocks.rows_of(buffer):
        yield _blocks.chosen(buffer, random.permutation(_blocks.rows_of(buffer)))


def _ahead(one_pass: Callable[[], Iterator[Any]], count: int) -> Iterator[Any]:
    """The same items, of which a thread makes so many before they are asked for."""
    if count <= 0:
        yield from one_pass()
        return
    made: "queue.Queue[Any]" = queue.Queue(maxsize=count)
    left = threading.Event()
    threading.Thread(target=_make, args=(one_pass, made, left), daemon=True, name="prefetch").start()
    try:
        while True:
            item = made.get()
            if item is _END:
                return
            if isinstance(item, _Raised):
                raise item.error
            yield item
    finally:
        left.set()


class _Raised:
    def __init__(self, error: BaseException):
        self.error = error


def _make(one_pass: Callable[[], Iterator[Any]], made: "queue.Queue[Any]", left: threading.Event) -> None:
    try:
        for item in one_pass():
            if not _handed_over(item, made, left):
                return
        _handed_over(_END, made, left)
    except BaseException as error:
        _handed_over(_Raised(error), made, left)


def _handed_over(item: Any, made: "queue.Queue[Any]", left: threading.Event) -> bool:
    while not left.is_set():
        try:
            made.put(item, timeout=0.2)
            return True
        except queue.Full:
            continue
    return False


def _tensors(batch: Block, dtypes: Any, device: Any, collate: Optional[Callable], pinned: bool) -> Any:
    if collate is not None:
        return _moved(collate(batch), device, pinned)
    return {name: _moved(_tensor(name, column, dtypes), device, pinned) for name, column in batch.items()}


def _tensor(name: str, column: np.ndarray, dtypes: Any) -> Any:
    import torch

    if column.dtype.kind == "O":
        raise ValueError(
            f"the column {name!r} holds texts or arrays of different shapes, which make no tensor: drop it, or pass collate_fn"
        )
    wanted = dtypes.get(name) if isinstance(dtypes, dict) else dtypes
    writable = column if column.flags.writeable else column.copy()
    return torch.as_tensor(np.ascontiguousarray(writable), dtype=wanted)


def _moved(value: Any, device: Any, pinned: bool) -> Any:
    """Tensors on the device, whatever holds them."""
    import torch

    if isinstance(value, torch.Tensor):
        target = _device(device)
        if pinned and target.type == "cuda":
            value = value.pin_memory()
        return value.to(target, non_blocking=pinned)
    if isinstance(value, dict):
        return {name: _moved(each, device, pinned) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_moved(each, device, pinned) for each in value)
    return value


def _device(device: Any) -> Any:
    import torch

    if device != "auto":
        return torch.device(device)
    from ray.train import _session

    return _session.torch_device() if _session.is_active() else torch.device("cpu")
