package dev.manta.internal.worker;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;

/// The steps still to do. Each ends with a commit: the loop's own, or one made when it comes back
/// for the next.
final class RemainingSteps implements Iterator<Long> {
  private final long count;
  private final RankProgress progress;
  private final Runnable done;
  private final BooleanSupplier stop;
  private boolean decided;
  private boolean more;

  /// @param done runs between two steps: the first one is over, or there was none
  RemainingSteps(long count, RankProgress progress, Runnable done, BooleanSupplier stop) {
    this.count = count;
    this.progress = progress;
    this.done = done;
    this.stop = stop;
  }

  @Override
  public boolean hasNext() {
    if (!decided) {
      done.run();
      more = progress.commits() < count && !stop.getAsBoolean();
      decided = true;
    }
    return more;
  }

  @Override
  public Long next() {
    if (!hasNext()) {
      throw new NoSuchElementException("all steps are done");
    }
    decided = false;
    progress.openStep();
    return progress.commits();
  }
}
