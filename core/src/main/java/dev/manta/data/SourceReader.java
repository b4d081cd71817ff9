package dev.manta.data;

import java.util.List;

/// A source that is open; several threads read at a time.
///
/// The same source gives the same splits, and a split the same rows, whenever it is asked: sample
/// order and resuming rely on it.
public interface SourceReader {
  /// All pieces, in order.
  List<Split> splits();

  /// The rows of a piece.
  Batch read(Split split, Wanted wanted, Reading reading);

  /// Whether single rows can be fetched by [#gather]: then shuffling needs no pass over the data.
  default boolean hasRandomAccess() {
    return false;
  }

  /// Rows by their number over all splits, in the order given.
  default Batch gather(long[] rows, Wanted wanted, Reading reading) {
    throw new UnsupportedOperationException(getClass() + " has no random access");
  }
}
