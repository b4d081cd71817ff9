package dev.manta.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A shell that starts a program and starts it again when a signal ended it: at once the first
/// time, then after longer and longer waits, and no more when it has died five times without living
/// for five seconds. A program that ended by itself, or was asked to end, has ended.
///
/// It is a shell because it stays as long as the program does and shall cost nothing.
public final class Supervisor {
  private static final String SCRIPT =
      """
      trap '' HUP INT
      deaths=0
      while :; do
        began=$(date +%s)
        "$@"
        status=$?
        case $status in 130 | 143) exit $status ;; esac
        [ $status -gt 128 ] && [ $status -lt 193 ] || exit $status
        [ $(($(date +%s) - began)) -lt 5 ] || deaths=0
        deaths=$((deaths + 1))
        if [ $deaths -gt 5 ]; then
          echo "manta: the program was ended by signal $((status - 128)) once more; it is not started again"
          exit $status
        fi
        wait=$(((1 << (deaths - 1)) - 1))
        echo "manta: the program was ended by signal $((status - 128)); it is started again in $wait s"
        [ $wait -eq 0 ] || sleep $wait
      done
      """;

  /// A process session of its own, where the system has a command for that.
  private static final String OWN_SESSION =
      "if command -v setsid > /dev/null; then exec setsid \"$@\"; else exec \"$@\"; fi";

  private Supervisor() {}

  /// Starts a program under a supervisor of its own, without a terminal.
  public static Process start(List<String> program, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("/bin/sh", "-c", OWN_SESSION, "manta"));
    command.addAll(List.of("/bin/sh", "-c", SCRIPT, "manta-supervisor"));
    command.addAll(program);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }
}
