"""Datasets dealt to ranks: the driver reads and transforms, each rank is handed its part of every block."""

from __future__ import annotations

import sys
import threading
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterator, List, Optional, Tuple

from ray.data import _blocks
from ray.data._blocks import Block
from ray.data._iterator import DataIterator

AHEAD_MAX = 32
WARN_AFTER_SECONDS = 60.0


class DealtPass:
    """One pass over a dataset, dealt to ranks: each gets as many rows of every block, and the same number in all.

    The rows that do not divide evenly are carried to the next block; at the end fewer than `size` of them are left out.
    """

    def __init__(self, blocks: Iterator[Block], size: int):
        self._blocks = blocks
        self._size = size
        self._left: List[Block] = []
        self._dealt: List[Deque[Block]] = [deque() for _ in range(size)]
        self._gone: List[bool] = [False] * size
        self._over = False
        self._error: Optional[BaseException] = None
        self._changed = threading.Condition()

    def next(self, rank: int) -> Optional[Block]:
        """The next rows of a rank; None at the end."""
        with self._changed:
            while not self._dealt[rank]:
                if self._error:
                    raise self._error
                if self._over:
                    return None
                if not self._slow_ranks(rank):
                    self._deal()
                elif not self._changed.wait(WARN_AFTER_SECONDS):
                    print(f"manta: rank {rank} waits for rows that ranks {self._slow_ranks(rank)} do not read", file=sys.stderr)
            block = self._dealt[rank].popleft()
            self._changed.notify_all()
            return block

    def leave(self, rank: int) -> bool:
        """A rank reads no more of this pass; whether none does."""
        with self._changed:
            self._gone[rank] = True
            self._dealt[rank].clear()
            self._changed.notify_all()
            return all(self._gone)

    def _slow_ranks(self, rank: int) -> List[int]:
        return [
            other
            for other in range(self._size)
            if other != rank and not self._gone[other] and len(self._dealt[other]) >= AHEAD_MAX
        ]

    def _deal(self) -> None:
        try:
            block = next(self._blocks, None)
        except BaseException as error:
            self._error = error
            return
        if block is None:
            self._over = True
            self._changed.notify_all()
            return
        whole = _blocks.concatenated(self._left + [block])
        share = _blocks.rows_of(whole) // self._size
        for rank in range(self._size):
            if share and not self._gone[rank]:
                self._dealt[rank].append(_blocks.slice_of(whole, rank * share, (rank + 1) * share))
        self._left = [_blocks.slice_of(whole, share * self._size, _blocks.rows_of(whole))]


class DealtDatasets:
    """The datasets of a run, as its ranks ask for them."""

    def __init__(self, datasets: Dict[str, Any], is_split: Callable[[str], bool]):
        self._datasets = datasets
        self._is_split = is_split
        self._lock = threading.Lock()
        self._attempt = 0
        self._passes: Dict[Tuple[str, int, int], DealtPass] = {}

    def next_block(self, attempt: int, name: str, number: int, place: Tuple[int, int]) -> Optional[Block]:
        """The next rows of a rank in the pass of that number; None at its end."""
        key, part, parts = self._seat(name, number, place)
        return self._pass(attempt, key, part, parts).next(part)

    def leave_pass(self, attempt: int, name: str, number: int, place: Tuple[int, int]) -> None:
        """A rank reads no further in that pass."""
        key, part, parts = self._seat(name, number, place)
        self._pass(attempt, key, part, parts).leave(part)

    def calls(self) -> Dict[str, Callable[..., Any]]:
        """What ranks may ask for."""
        return {"next_block": self.next_block, "leave_pass": self.leave_pass}

    def _seat(self, name: str, number: int, place: Tuple[int, int]) -> Tuple[Tuple[str, int, int], int, int]:
        """Which pass it is, and which of its parts: a dataset that is not split has a pass of its own for each rank."""
        rank, size = place
        return ((name, number, 0), rank, size) if self._is_split(name) else ((name, number, rank), 0, 1)

    def _pass(self, attempt: int, key: Tuple[str, int, int], part: int, parts: int) -> DealtPass:
        with self._lock:
            if attempt > self._attempt:
                self._attempt = attempt
                self._passes.clear()
            if key not in self._passes:
                self._passes[key] = DealtPass(self._blocks(key[0]), parts)
            self._leave_earlier(key, part)
            return self._passes[key]

    def _blocks(self, name: str) -> Iterator[Block]:
        dataset = self._datasets[name]
        return iter((dataset() if callable(dataset) else dataset)._passes())

    def _leave_earlier(self, key: Tuple[str, int, int], part: int) -> None:
        name, number, dealer = key
        for other in [each for each in self._passes if each[0] == name and each[2] == dealer and each[1] < number]:
            if self._passes[other].leave(part):
                del self._passes[other]


class ShardIterator(DataIterator):
    """What `get_dataset_shard` gives a rank: its rows of each pass, from the driver."""

    def __init__(self, ask: Callable[..., Any], name: str, attempt: int, place: Tuple[int, int]):
        self._ask = ask
        self._name = name
        self._attempt = attempt
        self._place = place
        self._number = 0

    def _passes(self) -> Iterator[Block]:
        self._number += 1
        return self._blocks(self._number)

    def _blocks(self, number: int) -> Iterator[Block]:
        try:
            while True:
                block = self._ask("next_block", self._attempt, self._name, number, self._place)
                if block is None:
                    return
                yield block
        except GeneratorExit:  # the others need not wait for who reads no further
            self._ask("leave_pass", self._attempt, self._name, number, self._place)
            raise
