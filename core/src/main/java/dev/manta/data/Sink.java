package dev.manta.data;

import dev.manta.internal.data.sink.CsvSink;
import dev.manta.internal.data.sink.JsonLinesSink;
import dev.manta.internal.data.sink.NpySink;
import java.io.IOException;
import java.io.OutputStream;

/// Writes batches as files of some format.
public interface Sink {
  /// How names of files end, without a dot.
  String extension();

  /// Writes a file with the rows of one batch.
  void write(Batch batch, OutputStream to) throws IOException;

  /// CSV with a header line.
  static Sink csv() {
    return new CsvSink();
  }

  /// A JSON object on each line.
  static Sink jsonLines() {
    return new JsonLinesSink();
  }

  /// NumPy's `.npy` from one column of numbers, or of lists that are equally long.
  static Sink npy(String column) {
    return new NpySink(column);
  }
}
