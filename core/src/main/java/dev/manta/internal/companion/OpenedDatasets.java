package dev.manta.internal.companion;

import dev.manta.internal.companion.CompanionRequest.OpenShard;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.plan.OpenSources;
import dev.manta.internal.data.plan.SharedListings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Datasets that ranks of this node have opened: what was found of their files, and what `cache()`
/// keeps, is there again for the next attempt.
final class OpenedDatasets {
  private final SharedListings listings;
  private final Map<Key, Opened> unused = new ConcurrentHashMap<>();

  OpenedDatasets(SharedListings listings) {
    this.listings = listings;
  }

  /// One that a rank reads.
  record Opened(DatasetSpec spec, OpenSources sources) {}

  private record Key(String dataset, int rank, boolean byAbsolutePath) {
    static Key of(OpenShard open) {
      return new Key(open.dataset(), open.rank(), open.sampledByAbsolutePath());
    }
  }

  /// The dataset for this rank alone, until it is given back.
  Opened take(OpenShard open) {
    @Nullable Opened known = unused.remove(Key.of(open));
    return known == null ? fresh(open) : known;
  }

  private Opened fresh(OpenShard open) {
    DatasetSpec spec = DatasetSpec.parse(open.dataset());
    DatasetSpec sampled = open.sampledByAbsolutePath() ? spec.sampledByAbsolutePath() : spec;
    return new Opened(sampled, listings.open(sampled, open.dataset()));
  }

  void giveBack(OpenShard open, Opened dataset) {
    unused.put(Key.of(open), dataset);
  }
}
