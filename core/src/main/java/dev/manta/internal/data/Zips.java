package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import java.util.ArrayList;
import java.util.List;

/// Puts the columns of two batches side by side.
final class Zips {
  private Zips() {}

  /// A name that both have gets `_1` on the right, as users of Ray expect.
  static Batch of(Batch left, Batch right) {
    List<Field> fields = new ArrayList<>(left.schema().fields());
    List<Column> columns = new ArrayList<>(left.columns());
    for (Field field : right.schema().fields()) {
      boolean taken = left.schema().has(field.name());
      fields.add(taken ? new Field(field.name() + "_1", field.type()) : field);
      columns.add(right.column(field.name()));
    }
    Batch both = left.with(Schema.of(fields), columns);
    Batch kept = right.retain();
    both.whenReleased(kept::close);
    return both;
  }
}
