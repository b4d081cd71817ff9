package dev.manta.testkit.data;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Field;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Sink;
import dev.manta.data.Source;
import dev.manta.data.Type;
import dev.manta.internal.data.memory.BatchMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A source with the rows that it must give, in order.
public record SourceSample(Source source, List<Row> rows) {
  private static final int ROWS = 40;
  private static final Schema NUMBERED =
      Schema.of(
          new Field("id", Type.Scalar.I64),
          new Field("word", Type.Scalar.TEXT),
          new Field("part", Type.Scalar.F64));

  public SourceSample {
    rows = List.copyOf(rows);
  }

  /// Rows with a number, a text that has more than ASCII, and a fraction that is null in some rows:
  /// what most formats can hold.
  public static List<Row> numbered(int from, int to) {
    List<Row> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(
          Row.of("id", (long) i, "word", "wörd " + i % 5, "part", i % 7 == 3 ? null : i / 4.0));
    }
    return rows;
  }

  /// Two files of such rows that a sink has written, and the source that reads them.
  ///
  /// @param source makes the source from the files' paths
  public static SourceSample written(
      Path directory, Sink sink, Function<List<String>, Source> source) throws IOException {
    String first = write(directory.resolve("first." + sink.extension()), sink, 0, ROWS / 2);
    String second = write(directory.resolve("second." + sink.extension()), sink, ROWS / 2, ROWS);
    return new SourceSample(source.apply(List.of(first, second)), numbered(0, ROWS));
  }

  /// A file with the columns of such rows and none of them; its path.
  public static String withoutRows(Path directory, Sink sink) throws IOException {
    return write(directory.resolve("empty." + sink.extension()), sink, 0, 0);
  }

  private static String write(Path file, Sink sink, int from, int to) throws IOException {
    var builder = new BatchBuilder(new BatchMemory(), NUMBERED);
    builder.addAll(numbered(from, to));
    try (Batch batch = builder.build();
        OutputStream out = Files.newOutputStream(file)) {
      sink.write(batch, out);
    }
    return file.toString();
  }
}
