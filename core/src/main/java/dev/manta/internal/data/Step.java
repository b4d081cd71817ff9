package dev.manta.internal.data;

import dev.manta.data.Condition;
import java.util.List;
import java.util.Map;

/// What is done with the rows of one unit after the other; none sees rows of two units.
public sealed interface Step {
  /// Whether there are as many rows afterwards as before.
  default boolean keepsRows() {
    return true;
  }

  record Select(List<String> columns) implements Step {}

  record Drop(List<String> columns) implements Step {}

  record Rename(Map<String, String> names) implements Step {}

  record MapRows(Code function) implements Step {}

  record WithColumn(String name, Code function) implements Step {}

  record FlatMapRows(Code function) implements Step {
    @Override
    public boolean keepsRows() {
      return false;
    }
  }

  record FilterRows(Code function) implements Step {
    @Override
    public boolean keepsRows() {
      return false;
    }
  }

  record Where(Condition condition) implements Step {
    @Override
    public boolean keepsRows() {
      return false;
    }
  }

  record Sample(double fraction, long seed, boolean complement) implements Step {
    @Override
    public boolean keepsRows() {
      return false;
    }
  }

  /// Applies a function to batches.
  ///
  /// @param rows how many the function gets at a time, or 0 for all of a unit
  /// @param factory whether the function makes the one that is applied
  /// @param keeps whether the user promised that as many rows come out as go in
  record MapBatches(Code function, int rows, boolean factory, boolean keeps) implements Step {
    @Override
    public boolean keepsRows() {
      return keeps;
    }
  }
}
