package dev.manta.internal.checkpoint;

import java.util.Locale;

/// What a rank's files are of a checkpoint: all of it, or one share of several.
public sealed interface Extent {
  /// Everything.
  record Whole() implements Extent {
    @Override
    public String directory() {
      return "";
    }

    @Override
    public String toString() {
      return "whole";
    }
  }

  /// Share `index` of `count`, counted from 0.
  record Share(int index, int count) implements Extent {
    public Share {
      if (index < 0 || index >= count) {
        throw new IllegalArgumentException("share " + index + " of " + count + " does not exist");
      }
    }

    @Override
    public String directory() {
      return String.format(Locale.ROOT, "part-%05d-of-%05d", index, count);
    }

    @Override
    public String toString() {
      return "part " + index + " of " + count;
    }
  }

  /// The directory of its files below the checkpoint's own.
  String directory();
}
