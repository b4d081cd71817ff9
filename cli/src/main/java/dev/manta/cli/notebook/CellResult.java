package dev.manta.cli.notebook;

import java.util.List;
import java.util.Optional;

/// What came of a cell.
sealed interface CellResult {
  /// It ran to its end.
  ///
  /// @param value that of its last expression
  record Done(Optional<String> value) implements CellResult {}

  /// It did not compile, threw, or was interrupted; what stood behind was not run.
  ///
  /// @param name what kind of error it is
  /// @param lines all that is shown of it
  record Failed(String name, String message, List<String> lines) implements CellResult {
    public Failed {
      lines = List.copyOf(lines);
    }
  }
}
