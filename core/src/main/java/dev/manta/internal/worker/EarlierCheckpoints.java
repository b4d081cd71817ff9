package dev.manta.internal.worker;

import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.checkpoint.CheckpointCatalog.Segment;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The checkpoints that were committed before an attempt began. A worker is told of the newest; the
/// others are read from the run's lists when the function asks.
final class EarlierCheckpoints {
  private final String told;
  private final CheckpointCatalog catalog;
  private @Nullable List<CommittedRecord> all;

  /// @param told what the controller's record says of them; empty for none
  EarlierCheckpoints(String told, CheckpointCatalog catalog) {
    this.told = told;
    this.catalog = catalog;
  }

  /// @param size how many there are
  private record Told(int size, List<Json> recent, List<String> removed, List<Segment> segments) {}

  /// Those that are not known to be damaged.
  synchronized List<CommittedRecord> all() {
    if (all == null) {
      all = told.isEmpty() ? List.of() : read(Bind.readOlder(Json.parse(told), Told.class, "told"));
    }
    return all;
  }

  private List<CommittedRecord> read(Told from) {
    List<CommittedRecord> recent = from.recent().stream().map(CommittedRecord::of).toList();
    Set<String> known = new HashSet<>(from.removed());
    recent.forEach(kept -> known.add(kept.name()));
    List<CommittedRecord> both = new ArrayList<>(from.size());
    for (Json one : catalog.readAll(from.segments())) {
      CommittedRecord kept = CommittedRecord.of(one);
      if (!known.contains(kept.name())) {
        both.add(kept);
      }
    }
    both.addAll(recent);
    both.removeIf(CommittedRecord::isDamaged);
    return List.copyOf(both);
  }
}
