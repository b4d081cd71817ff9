package dev.manta.formats.tfrecord;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Reading;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.source.Partitioned;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.util.List;

/// TFRecord files of `Example` messages; a file is a split, as records do not tell where they
/// begin.
public record TfRecordSource(List<String> paths) implements Source {
  @Override
  public SourceReader open() {
    return Partitioned.whole(paths, Reader::new);
  }

  private record Reader(List<Split> splits) implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      Location at = Location.parse(split.path());
      byte[] file = Storages.at(at).read(at);
      var rows = new BatchBuilder(reading.memory());
      int next = 0;
      while (next < file.length) {
        next = record(file, next, rows, split, reading);
      }
      return rows.build();
    }

    private static int record(
        byte[] file, int at, BatchBuilder rows, Split split, Reading reading) {
      int length = length(file, at, split);
      int from = at + Framing.HEAD;
      try {
        Framing.requireIntact(file, from, length);
        rows.add(Example.read(file, from, length));
      } catch (RuntimeException e) {
        reading.bad(place(split, at), "", e);
      }
      return from + length + Framing.TAIL;
    }

    /// Where a record's length is damaged, nothing behind it can be found.
    private static int length(byte[] file, int at, Split split) {
      try {
        return Framing.length(file, at);
      } catch (IllegalArgumentException e) {
        throw new MantaException(
            ErrorCode.STORAGE,
            place(split, at) + ": " + e.getMessage() + "; the file is damaged",
            e);
      }
    }

    private static String place(Split split, int at) {
      return split.path() + " record at byte " + at;
    }
  }
}
