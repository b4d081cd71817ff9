package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.Reading;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import java.util.OptionalLong;

/// A source that makes any row from its number: a split is read by fetching its rows.
interface NumberedRows extends Source, SourceReader {
  @Override
  default SourceReader open() {
    return this;
  }

  @Override
  default Batch read(Split split, Wanted wanted, Reading reading) {
    long[] rows = new long[Math.toIntExact(split.length())];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = split.offset() + i;
    }
    return gather(rows, wanted, reading);
  }

  /// How many rows there are.
  long count();

  @Override
  default OptionalLong fetchable() {
    return OptionalLong.of(count());
  }
}
