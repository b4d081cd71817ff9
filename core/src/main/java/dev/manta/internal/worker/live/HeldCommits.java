package dev.manta.internal.worker.live;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What this process holds of the run's newest state, and the datasets that it has opened.
public final class HeldCommits extends CommitSlots<Stash> {
  private final Map<String, OpenedDataset> datasets = new ConcurrentHashMap<>();

  public HeldCommits() {
    super(Stash::new);
  }

  /// By the text of the dataset.
  public Map<String, OpenedDataset> datasets() {
    return datasets;
  }
}
