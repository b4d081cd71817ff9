package dev.manta.internal.worker.live;

import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.plan.OpenSources;

/// A dataset whose sources were opened in this process, and what was cached of it: both are as good
/// in the next attempt.
public record OpenedDataset(DatasetSpec spec, OpenSources sources) {
  public static OpenedDataset of(DatasetSpec spec) {
    return new OpenedDataset(spec, OpenSources.of(spec));
  }
}
