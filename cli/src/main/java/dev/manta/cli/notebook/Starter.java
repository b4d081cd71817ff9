package dev.manta.cli.notebook;

import java.util.Map;
import java.util.Optional;

/// The process that a kernel runs for: a notebook's server, which may be killed before it can end
/// its kernels.
///
/// @param isParent whether this process is its child, which has another parent once it has died
record Starter(ProcessHandle process, boolean isParent) {
  /// Where Jupyter says who it is, as a shell may stand between it and this process.
  private static final String VARIABLE = "JPY_PARENT_PID";

  static Optional<Starter> find(Map<String, String> environment) {
    Optional<ProcessHandle> parent = parent();
    return named(environment.getOrDefault(VARIABLE, ""))
        .or(() -> parent)
        .map(process -> new Starter(process, parent.equals(Optional.of(process))));
  }

  private static Optional<ProcessHandle> parent() {
    return ProcessHandle.current().parent();
  }

  private static Optional<ProcessHandle> named(String pid) {
    try {
      return ProcessHandle.of(Long.parseLong(pid));
    } catch (NumberFormatException notNamed) {
      return Optional.empty();
    }
  }

  /// Whether it has died. One that nobody has reaped yet counts as alive, except to its children.
  boolean hasDied() {
    return !process.isAlive() || (isParent && !parent().equals(Optional.of(process)));
  }
}
