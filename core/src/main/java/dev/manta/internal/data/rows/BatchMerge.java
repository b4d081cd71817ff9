package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.internal.data.memory.BatchMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of several batches in a given order, column by column.
public final class BatchMerge {
  private final List<Batch> batches;
  private final int[] order;
  private final Memory memory;

  private BatchMerge(List<Batch> batches, int[] order, Memory memory) {
    this.batches = batches;
    this.order = order;
    this.memory = memory;
  }

  /// The rows with these numbers, counted through all batches. The batches stay open.
  public static Batch of(List<Batch> batches, int[] order, Memory memory) {
    Schema schema = batches.getFirst().schema();
    if (!batches.stream().allMatch(batch -> batch.schema().equals(schema))) {
      return gathered(batches, order, memory);
    }
    Column[] columns = new BatchMerge(batches, order, memory).columns(schema);
    return Batch.of(schema, List.of(columns), order.length, memory);
  }

  private static Batch gathered(List<Batch> batches, int[] order, Memory memory) {
    if (batches.size() == 1) {
      return RowGather.rows(batches.getFirst(), order, memory);
    }
    try (Batch all = BatchConcat.of(batches, new BatchMemory())) {
      return RowGather.rows(all, order, memory);
    }
  }

  private Column[] columns(Schema schema) {
    Column[] columns = new Column[schema.size()];
    List<Integer> small = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      if (fit(List.of(i, i))) {
        small.add(i);
      } else {
        put(List.of(i), columns);
      }
    }
    for (int i = 0; i < small.size(); i += EightByteRows.COLUMNS) {
      put(small.subList(i, Math.min(i + EightByteRows.COLUMNS, small.size())), columns);
    }
    return columns;
  }

  private boolean fit(List<Integer> places) {
    return batches.stream().allMatch(batch -> EightByteRows.fit(columns(batch, places)));
  }

  private static List<Column> columns(Batch batch, List<Integer> places) {
    return places.stream().map(batch::column).toList();
  }

  private void put(List<Integer> places, @Nullable Column[] into) {
    List<Column> ordered = fit(places) ? words(places) : List.of(other(places.getFirst()));
    for (int i = 0; i < places.size(); i++) {
      into[places.get(i)] = ordered.get(i);
    }
  }

  private List<Column> words(List<Integer> places) {
    int rows = batches.stream().mapToInt(Batch::rows).sum();
    var eightByteRows = new EightByteRows(schema(places), rows);
    batches.forEach(batch -> eightByteRows.add(columns(batch, places)));
    return eightByteRows.columns(order, memory);
  }

  private Schema schema(List<Integer> places) {
    List<Field> all = batches.getFirst().schema().fields();
    return Schema.of(places.stream().map(all::get).toList());
  }

  private Column other(int place) {
    List<Batch> single = new ArrayList<>();
    try {
      for (Batch batch : batches) {
        single.add(batch.with(schema(List.of(place)), List.of(batch.column(place))));
      }
      return gathered(single, order, memory).column(0);
    } finally {
      single.forEach(Batch::close);
    }
  }
}
