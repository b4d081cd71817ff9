package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.data.Condition;
import java.util.List;
import java.util.Map;

/// What is done with the rows of one unit after the other; none sees rows of two units.
public sealed interface Step {
  /// Whether there are as many rows afterwards as before.
  default boolean keepsRows() {
    return true;
  }

  /// Whether a row can turn out to be a bad record.
  default boolean mayFail() {
    return false;
  }

  /// The step with what is done about bad records, where there can be any.
  default Step under(BadRecords policy) {
    return mayFail() && policy.drops() ? new Lenient(this, policy) : this;
  }

  /// A step that leaves bad records out: how many rows stay is known once it is done.
  record Lenient(Step step, BadRecords policy) implements Step {
    @Override
    public boolean keepsRows() {
      return false;
    }
  }

  record Select(List<String> columns) implements Step {}

  record Drop(List<String> columns) implements Step {}

  record Rename(Map<String, String> names) implements Step {}

  record MapRows(Code function) implements Step {
    @Override
    public boolean mayFail() {
      return true;
    }
  }

  record WithColumn(String name, Code function) implements Step {
    @Override
    public boolean mayFail() {
      return true;
    }
  }

  record FlatMapRows(Code function) implements Step {
    @Override
    public boolean keepsRows() {
      return false;
    }

    @Override
    public boolean mayFail() {
      return true;
    }
  }

  record FilterRows(Code function) implements Step {
    @Override
    public boolean keepsRows() {
      return false;
    }

    @Override
    public boolean mayFail() {
      return true;
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
  /// @param atMost how many functions are made by this one, which makes them; 0 where it is the one
  ///   that is applied
  /// @param keeps whether the user promised that as many rows come out as go in
  record MapBatches(Code function, int rows, int atMost, boolean keeps) implements Step {
    public static MapBatches of(Code function, int rows, boolean keeps) {
      return new MapBatches(function, rows, 0, keeps);
    }

    public static MapBatches with(Code factory, int rows, int atMost) {
      return new MapBatches(factory, rows, atMost, true);
    }

    @Override
    public boolean keepsRows() {
      return keeps;
    }
  }
}
