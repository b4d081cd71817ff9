package dev.manta.internal.local;

import dev.manta.cluster.WorkerNews;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// News of a worker, kept until somebody has asked for the worker.
final class HeldNews implements Consumer<WorkerNews> {
  private final Consumer<WorkerNews> to;
  private @Nullable List<WorkerNews> held = new ArrayList<>();

  HeldNews(Consumer<WorkerNews> to) {
    this.to = to;
  }

  @Override
  public synchronized void accept(WorkerNews news) {
    if (held == null) {
      to.accept(news);
    } else {
      held.add(news);
    }
  }

  /// Tells what there is and everything that follows; false when that was said before.
  synchronized boolean release() {
    List<WorkerNews> all = held;
    held = null;
    if (all != null) {
      all.forEach(to);
    }
    return all != null;
  }
}
