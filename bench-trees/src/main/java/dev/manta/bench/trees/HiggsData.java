package dev.manta.bench.trees;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.formats.parquet.ParquetSink;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A table like that of HIGGS: 28 columns of floats that describe a collision of particles, and
/// whether it was a signal. The same rows for the same number of rows.
final class HiggsData {
  /// Two workers have four files each.
  private static final int FILES = 8;

  private static final int HELD_OUT_PART = 10;

  private HiggsData() {}

  /// Writes the rows to learn from and a tenth as many that are held out.
  static void write(TreeWork work, long rows) throws IOException {
    int inFile = Math.toIntExact(Math.max(1, rows / FILES));
    for (int file = 0; file < FILES; file++) {
      write(work.train(), file, inFile);
    }
    write(work.heldOut(), FILES, Math.toIntExact(Math.max(1, rows / HELD_OUT_PART)));
  }

  private static void write(Path folder, int file, int rows) throws IOException {
    Files.createDirectories(folder);
    Path path = folder.resolve(String.format(Locale.ROOT, "part-%02d.parquet", file));
    var sink = new ParquetSink(ParquetSink.Codec.SNAPPY, (rows + 1) / 2);
    try (Arena arena = Arena.ofConfined();
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(path))) {
      sink.write(batch(bytes -> arena.allocate(bytes, 64), file, rows), out);
    }
  }

  private static Batch batch(Memory memory, int file, int rows) {
    List<MemorySegment> columns = new ArrayList<>();
    for (int i = 0; i <= TreeWork.FEATURES; i++) {
      columns.add(memory.allocate((long) rows * Float.BYTES));
    }
    var collisions = new Collisions(file);
    for (int row = 0; row < rows; row++) {
      float[] values = collisions.next();
      for (int i = 0; i < values.length; i++) {
        columns.get(i).setAtIndex(ValueLayout.JAVA_FLOAT, row, values[i]);
      }
    }
    return Batch.of(schema(), columns(columns, rows), rows, memory);
  }

  private static List<Column> columns(List<MemorySegment> values, int rows) {
    return values.stream().map(all -> Column.fixed(Type.Scalar.F32, rows, null, all)).toList();
  }

  private static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < TreeWork.FEATURES; i++) {
      fields.add(new Field("f" + i, Type.Scalar.F32));
    }
    fields.add(new Field(TreeWork.LABEL, Type.Scalar.F32));
    return Schema.of(fields);
  }
}
