package dev.manta.data;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/// What users give to transforms. A lambda or method reference travels to workers by name, with the
/// numbers, texts and records that it captured; anything else it captures is refused.
public final class Functions {
  private Functions() {}

  /// One row from each row.
  @FunctionalInterface
  public interface RowMap extends Serializable {
    /// The row made of a row.
    Row apply(Row row) throws Exception;
  }

  /// Any number of rows from each row.
  @FunctionalInterface
  public interface RowFlatMap extends Serializable {
    /// The rows made of a row; none is fine.
    Iterable<Row> apply(Row row) throws Exception;
  }

  /// Whether a row is kept.
  @FunctionalInterface
  public interface RowTest extends Serializable {
    /// Whether the row is kept.
    boolean test(Row row) throws Exception;
  }

  /// A column's value from a row.
  @FunctionalInterface
  public interface RowValue extends Serializable {
    /// The column's value; null is fine.
    @Nullable Object apply(Row row) throws Exception;
  }

  /// A batch from a batch. What it returns may share the memory of what it got.
  @FunctionalInterface
  public interface BatchMap extends Serializable {
    /// The batch made of a batch, which is closed by the caller.
    Batch apply(Batch batch) throws Exception;
  }

  /// Makes a [BatchMap] with state of its own, such as a loaded model: one for each of those that
  /// run at a time.
  @FunctionalInterface
  public interface BatchMapFactory extends Serializable {
    /// A function that one thread calls at a time.
    BatchMap make() throws Exception;
  }

  /// A row by its number.
  @FunctionalInterface
  public interface Generator extends Serializable {
    /// The row of a number, counted from 0: the same one whenever it is asked for.
    Row row(long number) throws Exception;
  }
}
