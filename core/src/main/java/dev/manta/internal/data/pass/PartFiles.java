package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Schema;
import dev.manta.data.Sink;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;

/// The files of one write.
final class PartFiles {
  private final Sink sink;
  private final Location directory;
  private int count;

  PartFiles(Sink sink, Location directory) {
    this.sink = sink;
    this.directory = directory;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /// Writes one more; the batch is closed.
  void add(Batch batch) {
    try (batch) {
      Storages.at(directory).put(at(count), bytes(batch));
      count++;
    }
  }

  /// A file without rows, so that there is something to read; none where no column is known.
  void addEmpty(Schema schema) {
    if (schema.size() > 0) {
      add(new BatchBuilder(new BatchMemory(), schema).build());
    }
  }

  /// Deletes what was written, so that it is not taken for everything and can be tried again.
  void delete(RuntimeException why) {
    try {
      for (int i = 0; i < count; i++) {
        Storages.at(directory).deletePrefix(at(i));
      }
    } catch (MantaException e) {
      why.addSuppressed(e);
    }
  }

  private Location at(int number) {
    return directory.resolve(String.format(Locale.ROOT, "part-%05d.%s", number, sink.extension()));
  }

  private ByteSource bytes(Batch batch) {
    var out = new ByteArrayOutputStream();
    try {
      sink.write(batch, out);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, "rows cannot be written: " + e, e);
    }
    return ByteSource.of(out.toByteArray());
  }
}
