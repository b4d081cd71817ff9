package dev.manta.internal.data.worker;

import java.util.List;

/// What a process and its data worker say to each other.
///
/// @param spec the dataset, see [dev.manta.internal.data.plan.DatasetSpec]
/// @param slots files that the rows of units are written to
public record DataRequest(String spec, List<String> slots) {
  /// The rows of a unit are wanted in a slot.
  public record Ask(UnitAt at, int slot) {}

  /// The rows are in the slot, or come next through the connection; or an error says why not.
  ///
  /// @param size the bytes in the slot, see [dev.manta.internal.data.rows.PackedBatch], or of
  ///   Arrow's stream that comes next
  /// @param columns of the rows in a slot; a stream has its own
  /// @param bad marks of records that were passed over meanwhile
  /// @param error empty where there is none
  public record Answer(int rows, long size, Columns columns, List<Long> bad, String error) {
    static Answer failed(String error) {
      return new Answer(0, 0, Columns.NONE, List.of(), error);
    }
  }

  /// A schema as names.
  record Columns(List<String> names, List<String> types) {
    static final Columns NONE = new Columns(List.of(), List.of());
  }
}
