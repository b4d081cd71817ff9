package dev.manta.internal.worker;

import dev.manta.internal.data.DatasetSpec;
import dev.manta.internal.data.Sources;

/// A dataset whose sources were opened in this process, and what was cached of it: both are as good
/// in the next attempt.
record OpenedDataset(DatasetSpec spec, Sources sources) {
  static OpenedDataset of(DatasetSpec spec) {
    return new OpenedDataset(spec, Sources.of(spec));
  }
}
