package dev.manta.cli.notebook;

import java.util.List;
import java.util.Optional;

/// How a cell ended.
sealed interface CellResult {
  /// It ran to its end.
  ///
  /// @param value that of its last expression
  record Done(Optional<String> value) implements CellResult {}

  /// It did not compile, threw, or was interrupted; what follows it in the cell was not run.
  ///
  /// @param name what kind of error it is
  /// @param lines the whole text that is shown
  record Failed(String name, String message, List<String> lines) implements CellResult {
    public Failed {
      lines = List.copyOf(lines);
    }
  }
}
