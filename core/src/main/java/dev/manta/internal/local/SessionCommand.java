package dev.manta.internal.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The command line of a worker, whatever it runs.
///
/// The shell in front makes the worker ignore SIGINT and SIGHUP before it starts, so that Ctrl-C in
/// a terminal, or the terminal's end, can mean a clean stop. Where the system can, a worker leads a
/// session of its own, by which what it starts is found and ended with it.
final class SessionCommand {
  /// It takes the place of the process that it is, as the shell does: no further process is
  /// started.
  private static final Optional<String> SET_SESSION =
      Stream.of("/usr/bin/setsid", "/bin/setsid")
          .filter(command -> Files.isExecutable(Path.of(command)))
          .findFirst();

  private SessionCommand() {}

  static List<String> of(List<String> worker) {
    List<String> command = new ArrayList<>();
    SET_SESSION.ifPresent(command::add);
    command.addAll(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "manta-worker"));
    command.addAll(worker);
    return command;
  }
}
