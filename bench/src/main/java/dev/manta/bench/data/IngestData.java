package dev.manta.bench.data;

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
import java.util.SplittableRandom;

/// A folder of Parquet files with 24 columns of floats and a label, as tabular training reads.
final class IngestData {
  static final int FEATURES = 24;

  private static final int WIDE_FILES = 20;
  private static final int WIDE_COLUMNS = 25;
  private static final int WIDE_ROWS = 1_000_000;
  private static final int WIDE_GROUP_ROWS = 250_000;
  private static final int FILE_ROWS = 250_000;
  private static final int GROUP_ROWS = 125_000;
  private static final int CLASSES = 10;

  private IngestData() {}

  /// Writes files until there are at least these many rows.
  static void write(Path folder, long rows) throws IOException {
    Files.createDirectories(folder);
    var sink = new ParquetSink(ParquetSink.Codec.SNAPPY, GROUP_ROWS);
    for (int file = 0; (long) file * FILE_ROWS < rows; file++) {
      Path path = folder.resolve(String.format(Locale.ROOT, "part-%05d.parquet", file));
      try (Arena arena = Arena.ofConfined();
          OutputStream out = new BufferedOutputStream(Files.newOutputStream(path))) {
        sink.write(batch(bytes -> arena.allocate(bytes, 64), file), out);
      }
    }
  }

  /// Writes 20 million rows of 25 floats: one file, many times, as what is in it does not matter.
  static void writeWide(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path first = folder.resolve("part-00.parquet");
    var sink = new ParquetSink(ParquetSink.Codec.SNAPPY, WIDE_GROUP_ROWS);
    try (Arena arena = Arena.ofConfined();
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(first))) {
      sink.write(wide(bytes -> arena.allocate(bytes, 64)), out);
    }
    for (int i = 1; i < WIDE_FILES; i++) {
      Files.copy(first, folder.resolve(String.format(Locale.ROOT, "part-%02d.parquet", i)));
    }
  }

  private static Batch wide(Memory memory) {
    var random = new SplittableRandom(WIDE_COLUMNS);
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < WIDE_COLUMNS; i++) {
      fields.add(new Field("f" + i, Type.Scalar.F32));
      columns.add(floats(memory, random, WIDE_ROWS));
    }
    return Batch.of(Schema.of(fields), columns, WIDE_ROWS, memory);
  }

  private static Batch batch(Memory memory, int file) {
    var random = new SplittableRandom(file);
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < FEATURES; i++) {
      fields.add(new Field("f" + i, Type.Scalar.F32));
      columns.add(floats(memory, random, FILE_ROWS));
    }
    fields.add(new Field("label", Type.Scalar.I64));
    columns.add(labels(memory, random));
    return Batch.of(Schema.of(fields), columns, FILE_ROWS, memory);
  }

  private static Column floats(Memory memory, SplittableRandom random, int rows) {
    MemorySegment values = memory.allocate((long) rows * Float.BYTES);
    for (int i = 0; i < rows; i++) {
      values.setAtIndex(ValueLayout.JAVA_FLOAT, i, random.nextFloat());
    }
    return Column.fixed(Type.Scalar.F32, rows, null, values);
  }

  private static Column labels(Memory memory, SplittableRandom random) {
    MemorySegment values = memory.allocate((long) FILE_ROWS * Long.BYTES);
    for (int i = 0; i < FILE_ROWS; i++) {
      values.setAtIndex(ValueLayout.JAVA_LONG, i, random.nextInt(CLASSES));
    }
    return Column.fixed(Type.Scalar.I64, FILE_ROWS, null, values);
  }
}
