package dev.manta.internal.data.source;

import dev.manta.data.CsvOptions;
import dev.manta.data.Split;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;

/// The records of a split, one after the other.
final class CsvRecords {
  private CsvRecords() {}

  interface OnRecord {
    void record(CsvRecord record, long offset);
  }

  static void each(Split split, CsvOptions options, OnRecord on) {
    var record = new CsvRecord();
    byte separator = (byte) options.separator();
    if (options.multiline()) {
      whole(split, record, separator, on);
      return;
    }
    Lines.each(
        split,
        (bytes, from, to, offset) -> {
          try {
            record.read(bytes, from, to, separator);
          } catch (IllegalArgumentException e) {
            throw unclosed(split, offset, e);
          }
          on.record(record, offset);
        });
  }

  private static void whole(Split split, CsvRecord record, byte separator, OnRecord on) {
    Location at = Location.parse(split.path());
    byte[] bytes = Storages.at(at).read(at);
    int from = 0;
    while (from < bytes.length) {
      int to;
      try {
        to = record.read(bytes, from, bytes.length, separator);
      } catch (IllegalArgumentException e) {
        throw unclosed(split, from, e);
      }
      if (to > from) {
        on.record(record, from);
      }
      from = to;
      while (from < bytes.length && (bytes[from] == '\n' || bytes[from] == '\r')) {
        from++;
      }
    }
  }

  /// A quote that is never closed leaves nothing to go on with.
  private static RuntimeException unclosed(Split split, long offset, IllegalArgumentException e) {
    return new IllegalArgumentException(Lines.place(split, offset) + ": " + e.getMessage(), e);
  }
}
