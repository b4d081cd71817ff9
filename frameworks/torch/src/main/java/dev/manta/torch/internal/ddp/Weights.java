package dev.manta.torch.internal.ddp;

import org.jspecify.annotations.Nullable;

/// How much this rank's gradients count: by the rows that a prepared loader has handed out since
/// the last update, or 1 where there is no such loader.
public final class Weights {
  private @Nullable Object source;
  private long rows;
  private boolean used = true;

  /// A batch was handed out. Rows of several batches before one update add up; those of another
  /// loader, a validation's say, begin anew.
  public void batch(Object loader, long count) {
    if (used || !loader.equals(source)) {
      rows = 0;
    }
    rows += count;
    source = loader;
    used = false;
  }

  /// An update was made.
  public void stepped() {
    used = true;
  }

  public double now() {
    return source == null ? 1 : rows;
  }
}
