"""For libraries that write a checkpoint from every rank into one directory, which rank 0 reports: whether all of it is there.

On one node it is. Ranks of other nodes write to a directory of the same name on a disk of their own, unless the nodes share it.
"""

from __future__ import annotations

import os
from typing import Set

import manta

__all__ = ["require_whole"]


def require_whole(directory: str, needless: str = "") -> None:
    """Raises on a rank that sees files which rank 0 does not see; every rank calls it, once all have written. Files whose names begin with `needless` do not count."""
    manta.barrier()
    own = _files(directory)
    seen = manta.broadcast_from_rank_zero(own)
    lost = sorted(name for name in own - seen if not needless or not os.path.basename(name).startswith(needless))
    if lost:
        raise manta.MantaError(
            f"{lost[0]} of the checkpoint in {directory} is on this rank's node alone, and rank 0 reports what its own node has:"
            " let the library write to a directory that all nodes share, or report parts (Checkpoint.part)"
        )


def _files(directory: str) -> Set[str]:
    return {os.path.relpath(os.path.join(place, name), directory) for place, _, names in os.walk(directory) for name in names}
