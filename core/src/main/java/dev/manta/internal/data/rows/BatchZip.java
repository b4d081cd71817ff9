package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Puts the columns of two batches side by side.
public final class BatchZip {
  private BatchZip() {}

  /// A name that both have gets `_1` on the right, as users of Ray expect, or the next number that
  /// is free.
  public static Batch of(Batch left, Batch right) {
    List<Field> fields = new ArrayList<>(left.schema().fields());
    List<Column> columns = new ArrayList<>(left.columns());
    Set<String> taken = new HashSet<>(left.schema().names());
    taken.addAll(right.schema().names());
    for (Field field : right.schema().fields()) {
      boolean both = left.schema().has(field.name());
      fields.add(both ? new Field(free(field.name(), taken), field.type()) : field);
      columns.add(right.column(field.name()));
    }
    Batch both = left.with(Schema.of(fields), columns);
    Batch kept = right.retain();
    both.whenReleased(kept::close);
    return both;
  }

  private static String free(String name, Set<String> taken) {
    int number = 1;
    while (!taken.add(name + "_" + number)) {
      number++;
    }
    return name + "_" + number;
  }
}
