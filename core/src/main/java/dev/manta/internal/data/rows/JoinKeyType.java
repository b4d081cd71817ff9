package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Type;
import org.jspecify.annotations.Nullable;

/// The type of the values that rows are joined by, which both sides have together: values of types
/// that are never equal would pair with nothing, and nobody would know.
public final class JoinKeyType {
  private final String column;
  private @Nullable Type seen;

  public JoinKeyType(String column) {
    this.column = column;
  }

  /// The values of some rows, whose type must fit to those before.
  public Column of(Batch rows) {
    Column keys = rows.column(column);
    if (!TypeWidening.isNothing(keys)) {
      add(keys.type());
    }
    return keys;
  }

  private synchronized void add(Type type) {
    Type before = seen == null ? type : seen;
    seen = Type.common(before, type).orElseThrow(() -> refused(before, type));
  }

  private IllegalArgumentException refused(Type one, Type other) {
    return new IllegalArgumentException(
        "the join by \"%1$s\" compares %2$s with %3$s, which are never equal: make the columns alike before, with withColumn(\"%1$s\", …) on one side"
            .formatted(column, one.text(), other.text()));
  }
}
