package dev.manta.internal.stored;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The runs in a storage.
public final class StoredRuns {
  private StoredRuns() {}

  /// All runs, the one that changed last first; those that cannot be read come last.
  public static List<FoundRun> all(Location root) {
    return Storages.at(root).children(root).stream()
        .map(name -> find(root.resolve(name)))
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(StoredRuns::changed).reversed())
        .toList();
  }

  /// The run in a directory, also where it cannot be read; empty where there is none.
  public static Optional<FoundRun> find(Location run) {
    try {
      return StoredRun.find(run).map(FoundRun.class::cast);
    } catch (MantaException e) {
      return Optional.of(new UnreadableRun(run, String.valueOf(e.getMessage())));
    }
  }

  private static Instant changed(FoundRun run) {
    return switch (run) {
      case StoredRun stored -> stored.changed();
      case UnreadableRun _ -> Instant.MIN;
    };
  }
}
