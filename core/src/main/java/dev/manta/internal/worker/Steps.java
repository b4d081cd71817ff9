package dev.manta.internal.worker;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;

/// The steps still to do. Each ends with a commit: the loop's own, or one made when it comes back
/// for the next.
final class Steps implements Iterator<Long> {
  private final long count;
  private final Course course;
  private final Committing committing;
  private final BooleanSupplier stop;
  private long current = -1;
  private boolean decided;
  private boolean more;

  Steps(long count, Course course, Committing committing, BooleanSupplier stop) {
    this.count = count;
    this.course = course;
    this.committing = committing;
    this.stop = stop;
  }

  @Override
  public boolean hasNext() {
    if (!decided) {
      if (course.commits() == current) {
        committing.commit();
      }
      committing.beginStep();
      more = course.commits() < count && !stop.getAsBoolean();
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
    current = course.commits();
    return current;
  }
}
