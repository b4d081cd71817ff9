"""What is done to blocks on their way: each operator takes a stream of blocks and gives one."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, Iterable, Iterator, List, Sequence

import numpy as np

from ray.data import _blocks
from ray.data._blocks import Block, Row

Blocks = Iterable[Block]
Operator = Callable[[Blocks], Blocks]

BLOCK_ROWS = 4096


def called(function: Any, constructor_args: Sequence[Any], constructor_kwargs: Dict[str, Any]) -> Callable:
    """The function itself, or an instance of a class whose instances are called: one for each pass."""
    return function(*constructor_args, **constructor_kwargs) if inspect.isclass(function) else function


def map_rows(function: Callable, arguments: Sequence[Any], keywords: Dict[str, Any]) -> Operator:
    """Each row as the function returns it."""

    def run(blocks: Blocks) -> Blocks:
        for block in blocks:
            yield _blocks.from_rows([_row(function(row, *arguments, **keywords)) for row in _blocks.to_rows(block)])

    return run


def flat_map_rows(function: Callable, arguments: Sequence[Any], keywords: Dict[str, Any]) -> Operator:
    """The rows that the function returns for each row."""

    def run(blocks: Blocks) -> Blocks:
        for block in blocks:
            rows = [_row(made) for row in _blocks.to_rows(block) for made in function(row, *arguments, **keywords)]
            if rows:
                yield _blocks.from_rows(rows)

    return run


def _row(value: Any) -> Row:
    if not isinstance(value, dict):
        raise ValueError(f"the function must return a dictionary for each row, but returned {type(value).__name__}: {value!r}")
    return value


def filter_rows(function: Callable) -> Operator:
    """The rows for which the function is true."""

    def run(blocks: Blocks) -> Blocks:
        for block in blocks:
            kept = np.fromiter((bool(function(row)) for row in _blocks.to_rows(block)), dtype=bool)
            if kept.any():
                yield _blocks.chosen(block, kept)

    return run


def map_batches(function: Callable, size: int | None, form: str, arguments: Sequence[Any], keywords: Dict[str, Any]) -> Operator:
    """Each batch as the function returns or yields it."""

    def run(blocks: Blocks) -> Blocks:
        for batch in _blocks.batches(blocks, size):
            made = function(_blocks.to_format(batch, form), *arguments, **keywords)
            for each in made if inspect.isgenerator(made) else (made,):
                block = _blocks.from_format(each)
                if _blocks.rows_of(block):
                    yield block

    return run


def on_blocks(function: Callable[[Block], Block]) -> Operator:
    """Each block as a function of our own makes it."""

    def run(blocks: Blocks) -> Blocks:
        return (function(block) for block in blocks)

    return run


def first_rows(count: int) -> Operator:
    """At most so many rows; what is behind them is not read."""

    def run(blocks: Blocks) -> Blocks:
        left = count
        for block in blocks:
            if left <= 0:
                return
            yield _blocks.slice_of(block, 0, left)
            left -= _blocks.rows_of(block)

    return run


def on_all(function: Callable[[Block], Block]) -> Operator:
    """All rows at once: sorting and global shuffling need them in memory."""

    def run(blocks: Blocks) -> Blocks:
        together = _blocks.concatenated(list(blocks))
        if _blocks.rows_of(together):
            yield from cut(function(together))

    return run


def shuffled(seed: int | None) -> Operator:
    """The rows in random order: another one in each pass where no seed is given."""

    def shuffle(block: Block) -> Block:
        return _blocks.chosen(block, np.random.default_rng(seed).permutation(_blocks.rows_of(block)))

    return on_all(shuffle)


def sorted_by(keys: List[str], descending: bool) -> Operator:
    """The rows in the order of some columns."""

    def sort(block: Block) -> Block:
        order = np.lexsort([block[key] for key in reversed(keys)])
        return _blocks.chosen(block, order[::-1] if descending else order)

    return on_all(sort)


def cut(block: Block, size: int = BLOCK_ROWS) -> Iterator[Block]:
    """A large block as blocks of that size."""
    for start in range(0, _blocks.rows_of(block), size):
        yield _blocks.slice_of(block, start, start + size)
