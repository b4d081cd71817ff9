"""Checkpoints: directories, wherever they are."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import tempfile
import uuid
from typing import Any, Dict, Iterator, List, Optional, Union

from ray._missing import not_covered

METADATA = ".metadata.json"
MANIFEST = "manta-manifest.json"
PART = re.compile(r"part-\d{5}-of-\d{5}")


class Checkpoint:
    """A directory of files. One of several ranks looks like a single directory with the files of all."""

    def __init__(self, path: Union[str, os.PathLike], filesystem: Any = None):
        if filesystem is not None:
            raise not_covered("ray.train.Checkpoint(filesystem=…)", "copy the directory to a local path")
        self.path = os.fspath(path)
        self.filesystem = None

    @classmethod
    def from_directory(cls, path: Union[str, os.PathLike]) -> "Checkpoint":
        """The checkpoint that is this local directory."""
        return cls(path)

    def to_directory(self, path: Optional[Union[str, os.PathLike]] = None) -> str:
        """Copies its files into a directory, a new one unless it is named, and says which."""
        target = os.fspath(path) if path is not None else os.path.join(tempfile.gettempdir(), f"checkpoint_tmp_{uuid.uuid4().hex}")
        for name, source in _files(self._local()).items():
            copy = os.path.join(target, name)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copyfile(source, copy)
        os.makedirs(target, exist_ok=True)
        return target

    @contextlib.contextmanager
    def as_directory(self) -> Iterator[str]:
        """The directory itself where it is one; a merged copy of links where ranks wrote parts. Only to be read."""
        local = self._local()
        if not _parts(local):
            yield local
            return
        with tempfile.TemporaryDirectory(prefix="checkpoint_tmp_") as merged:
            for name, source in _files(local).items():
                link = os.path.join(merged, name)
                os.makedirs(os.path.dirname(link), exist_ok=True)
                os.symlink(source, link)
            yield merged

    def get_metadata(self) -> Dict[str, Any]:
        """What was set as its metadata; empty where nothing was."""
        found = _files(self._local()).get(METADATA)
        if found is None:
            return {}
        with open(found, encoding="utf-8") as file:
            return json.load(file)

    def set_metadata(self, metadata: Dict[str, Any]) -> None:
        """Replaces its metadata."""
        with open(os.path.join(self._local(), METADATA), "w", encoding="utf-8") as file:
            json.dump(metadata, file)

    def update_metadata(self, metadata: Dict[str, Any]) -> None:
        """Adds to its metadata."""
        self.set_metadata({**self.get_metadata(), **metadata})

    def _local(self) -> str:
        if "://" in self.path:
            raise not_covered(f"files of {self.path} in Python", "`manta checkpoints download` brings a checkpoint onto this machine")
        if not os.path.isdir(self.path):
            raise FileNotFoundError(f"the checkpoint {self.path} is not a directory here")
        return self.path

    def __fspath__(self) -> str:
        raise TypeError("a Checkpoint is not a path: use `with checkpoint.as_directory() as path:`")

    def __repr__(self) -> str:
        return f"Checkpoint(filesystem=local, path={self.path})"

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Checkpoint) and other.path == self.path

    def __hash__(self) -> int:
        return hash(self.path)


def _parts(directory: str) -> List[str]:
    """The directories of ranks' parts, by rank; none of a checkpoint that is whole."""
    return sorted(entry.path for entry in os.scandir(directory) if entry.is_dir() and PART.fullmatch(entry.name))


def _files(directory: str) -> Dict[str, str]:
    """Every file by the name that it has in the checkpoint; of equal names in parts, the lowest rank's."""
    files: Dict[str, str] = {}
    for root in _parts(directory) or [directory]:
        for relative, path in files_below(root).items():
            files.setdefault(relative, path)
    files.pop(MANIFEST, None)
    return files


def files_below(root: str) -> Dict[str, str]:
    """Every file below a directory, by its name there."""
    return {
        os.path.relpath(os.path.join(place, name), root): os.path.join(place, name)
        for place, _, names in os.walk(root)
        for name in names
    }
