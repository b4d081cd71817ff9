package dev.manta.bench.stores;

import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.machine.FileTree;
import dev.manta.storage.Location;
import java.nio.file.Path;

/// What runs in a store keep on this machine, which a benchmark takes away again.
final class LocalTraces {
  private LocalTraces() {}

  /// Of the run of this name.
  static void remove(String storage, String name) {
    Location at = Location.parse(storage).resolve(name);
    Path directory = RunSite.of(name, at).directory();
    if (!at.isLocal() && directory.toFile().isDirectory()) {
      FileTree.delete(directory);
    }
  }
}
