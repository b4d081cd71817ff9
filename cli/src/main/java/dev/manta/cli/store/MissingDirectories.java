package dev.manta.cli.store;

import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Directories of a local location that were not there before the check, which makes them.
///
/// @param paths from the bottom up
record MissingDirectories(List<Path> paths) {
  MissingDirectories {
    paths = List.copyOf(paths);
  }

  static MissingDirectories of(Location at) {
    List<Path> missing = new ArrayList<>();
    if (at.isLocal()) {
      for (Path path = at.localPath();
          path != null && !Files.exists(path);
          path = path.getParent()) {
        missing.add(path);
      }
    }
    return new MissingDirectories(missing);
  }

  /// Removes those that are empty: what another program has begun to use stays.
  void remove() {
    for (Path path : paths) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException used) {
        return;
      }
    }
  }
}
