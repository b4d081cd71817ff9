package dev.manta.cli.runs;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/// How this machine leaves its cluster; the module that knows clusters brings it.
public interface NodeLeaving {
  /// Leaves, and returns the exit code once it has.
  ///
  /// @param dataDirectory that of the node, where it is not the usual one
  int leave(Optional<Path> dataDirectory, PrintWriter out);
}
