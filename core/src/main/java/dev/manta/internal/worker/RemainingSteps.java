package dev.manta.internal.worker;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;

/// The steps still to do. Each ends with a commit: the loop's own, or one made when it comes back
/// for the next.
final class RemainingSteps implements Iterator<Long> {
  private final long count;
  private final Counter counter;
  private final Runnable done;
  private final BooleanSupplier stop;
  private boolean decided;
  private boolean more;

  /// Who counts the steps: those of the run, or of an epoch.
  interface Counter {
    long done();

    /// A step begins.
    void begin();

    /// The loop ends before its last step.
    void cut();
  }

  /// @param done runs between two steps: the first one is over, or there was none
  RemainingSteps(long count, Counter counter, Runnable done, BooleanSupplier stop) {
    this.count = count;
    this.counter = counter;
    this.done = done;
    this.stop = stop;
  }

  @Override
  public boolean hasNext() {
    if (!decided) {
      done.run();
      more = counter.done() < count && !stops();
      decided = true;
    }
    return more;
  }

  private boolean stops() {
    boolean now = stop.getAsBoolean();
    if (now) {
      counter.cut();
    }
    return now;
  }

  @Override
  public Long next() {
    if (!hasNext()) {
      throw new NoSuchElementException("all steps are done");
    }
    decided = false;
    counter.begin();
    return counter.done();
  }
}
