package dev.manta.data;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A source that is open; several threads read at a time.
///
/// The same source gives the same splits, and a split the same rows, whenever it is asked: sample
/// order and resuming rely on it.
public interface SourceReader {
  /// All pieces, in order.
  List<Split> splits();

  /// The pieces that may have rows which meet all conditions, in order: those of files whose
  /// directories say otherwise are not even opened.
  default List<Split> splits(List<Condition> conditions) {
    return splits();
  }

  /// The rows of a piece.
  Batch read(Split split, Wanted wanted, Reading reading);

  /// The columns of a piece, where reading them one by one costs no more than all at once; else
  /// none.
  default List<String> columns(Split split) {
    return List.of();
  }

  /// The columns of a piece, where they are known without reading rows. Pieces whose columns differ
  /// are then given the same ones.
  default Optional<Schema> schema(Split split) {
    return Optional.empty();
  }

  /// Those columns of a piece's file that are known to have nothing but nulls: their type counts
  /// for nothing beside that of other files.
  default Set<String> columnsOfNulls(Split split) {
    return Set.of();
  }

  /// Whether rows that splits announce may turn out to be bad records: where those are left out,
  /// rows are counted by reading.
  default boolean mayHaveBadRecords() {
    return false;
  }

  /// How many rows there are where each can be fetched by [#gather]: shuffling then needs no pass
  /// over the data. Empty where rows come by splits alone.
  default OptionalLong fetchable() {
    return OptionalLong.empty();
  }

  /// Rows by their number over all splits, in the order given.
  default Batch gather(long[] rows, Wanted wanted, Reading reading) {
    throw new UnsupportedOperationException(getClass() + " has no random access");
  }
}
