package dev.manta.data;

import dev.manta.internal.data.memory.BatchMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some rows, as columns in native memory.
///
/// A batch that a loop gets is valid until the loop takes the next one; [#retain] keeps it longer.
/// Closing frees its memory once no other batch shares it.
public final class Batch implements AutoCloseable {
  private final Schema schema;
  private final List<Column> whole;
  private final int first;
  private final int rows;
  private final double weight;
  private final BatchMemory batchMemory;
  private boolean closed;

  /// @param whole columns that these rows are a part of, from `first` on
  private Batch(
      Schema schema,
      List<Column> whole,
      int first,
      int rows,
      double weight,
      BatchMemory batchMemory) {
    this.schema = schema;
    this.whole = whole;
    this.first = first;
    this.rows = rows;
    this.weight = weight;
    this.batchMemory = batchMemory;
  }

  /// A batch whose columns lie in memory that was allocated from `memory`; closing the batch gives
  /// it back.
  public static Batch of(Schema schema, List<Column> columns, int rows, Memory memory) {
    requireRows(schema, columns, rows);
    return new Batch(schema, List.copyOf(columns), 0, rows, rows, BatchMemory.of(memory));
  }

  private static void requireRows(Schema schema, List<Column> columns, int rows) {
    if (schema.size() != columns.size()) {
      throw new IllegalArgumentException(
          schema.size() + " columns are announced and " + columns.size() + " given");
    }
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).rows() != rows) {
        throw new IllegalArgumentException(
            "column \"%s\" has %s rows, the batch has %s"
                .formatted(schema.fields().get(i).name(), columns.get(i).rows(), rows));
      }
    }
  }

  /// How many rows there are, padding included.
  public int rows() {
    return rows;
  }

  /// How much this batch counts in averages over ranks: its rows, or 0 for one that only keeps this
  /// rank in step with others that still have rows.
  public double weight() {
    return weight;
  }

  /// Whether the rows were seen before and count for nothing: this rank has no more of its own.
  public boolean isPadding() {
    return weight == 0 && rows > 0;
  }

  /// The columns' names and types.
  public Schema schema() {
    return schema;
  }

  /// A column where it lies.
  public Column column(String name) {
    return column(schema.indexOf(name));
  }

  /// A column by its place, where it lies; refused once the batch is closed.
  public Column column(int index) {
    if (closed) {
      throw new IllegalStateException(
          "this batch is over: its memory holds other rows by now; call retain() to keep a batch");
    }
    return cut(index);
  }

  /// Columns of a slice are made when they are asked for: a loop may take many slices of many
  /// columns, and look at few.
  private Column cut(int index) {
    Column column = whole.get(index);
    return column.rows() == rows ? column : column.slice(first, rows);
  }

  /// All columns, in the order of the schema.
  public List<Column> columns() {
    List<Column> all = new ArrayList<>(whole.size());
    for (int i = 0; i < whole.size(); i++) {
      all.add(cut(i));
    }
    return Collections.unmodifiableList(all);
  }

  /// One row, by name.
  public Row row(int index) {
    return new BatchRow(this, index);
  }

  /// All rows, one after the other.
  public List<Row> toRows() {
    List<Row> all = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      all.add(Row.of(row(i).toMap()));
    }
    return all;
  }

  /// The rows as records whose components are named like columns.
  public <R extends Record> List<R> records(Class<R> type) {
    RecordForm<R> form = RecordForm.of(type);
    List<R> all = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      all.add(form.read(row(i)));
    }
    return all;
  }

  /// A column of numbers as an array, copied; nulls are NaN.
  public float[] floats(String name) {
    return ColumnArrays.floats(column(name), name);
  }

  /// A column of numbers as an array, copied; nulls are NaN.
  public double[] doubles(String name) {
    return ColumnArrays.doubles(column(name), name);
  }

  /// A column of integers as an array, copied; nulls and NaN are refused.
  public long[] longs(String name) {
    return ColumnArrays.longs(column(name), name);
  }

  /// A column of integers as an array, copied; nulls and NaN are refused.
  public int[] ints(String name) {
    return ColumnArrays.ints(column(name), name);
  }

  /// A column of texts, copied.
  public String[] texts(String name) {
    Column column = column(name);
    String[] all = new String[rows];
    for (int i = 0; i < rows; i++) {
      all[i] = column.isNull(i) ? "" : column.textAt(i);
    }
    return all;
  }

  /// Number columns side by side as `rows × names` floats, row after row, into a segment of that
  /// size; nulls are NaN.
  public void pack(List<String> names, MemorySegment into) {
    ColumnArrays.pack(
        names.stream().map(name -> ColumnArrays.requireNumbers(column(name), name)).toList(),
        rows,
        into);
  }

  /// Number columns side by side as `rows × names` floats, row after row; nulls are NaN.
  public float[] matrix(List<String> names) {
    float[] all = new float[Math.multiplyExact(rows, names.size())];
    pack(names, MemorySegment.ofArray(all));
    return all;
  }

  /// Some of the rows, without copying; both batches are to be closed.
  public Batch slice(int from, int count) {
    if (from < 0 || count < 0 || from > rows - count) {
      throw new IndexOutOfBoundsException(
          "rows %s to %s of a batch of %s".formatted(from, (long) from + count, rows));
    }
    return new Batch(schema, whole, first + from, count, count, batchMemory.share());
  }

  /// The same memory seen as other columns; both batches are to be closed.
  public Batch with(Schema other, List<Column> others) {
    requireRows(other, others, rows);
    return new Batch(other, List.copyOf(others), 0, rows, weight, batchMemory.share());
  }

  /// The same rows with one more column, or another in its place, of values as rows have them; both
  /// batches are to be closed.
  public Batch withColumn(String name, List<? extends @Nullable Object> values) {
    var builder = new BatchBuilder(new BatchMemory());
    values.forEach(value -> builder.add(Row.of(name, value)));
    Batch added = builder.build();
    List<String> others = schema.names().stream().filter(each -> !each.equals(name)).toList();
    List<Field> fields = new ArrayList<>(schema.select(others).fields());
    List<Column> all = new ArrayList<>(others.stream().map(this::column).toList());
    fields.addAll(added.schema.fields());
    all.addAll(added.whole);
    Batch both = with(Schema.of(fields), all);
    both.whenReleased(added::close);
    return both;
  }

  /// The same rows once more, as ones that count for nothing.
  public Batch padding() {
    return new Batch(schema, whole, first, rows, 0, batchMemory.share());
  }

  /// Another batch of the same memory, valid until it is closed.
  public Batch retain() {
    return new Batch(schema, whole, first, rows, weight, batchMemory.share());
  }

  /// The bytes of memory that these rows take.
  public long size() {
    long bytes = 0;
    for (int i = 0; i < whole.size(); i++) {
      bytes += cut(i).size();
    }
    return bytes;
  }

  /// Something to do once the memory is given back.
  public void whenReleased(Runnable action) {
    batchMemory.whenReleased(action);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      batchMemory.release();
    }
  }
}
