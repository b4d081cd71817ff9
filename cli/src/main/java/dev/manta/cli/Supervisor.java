package dev.manta.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A shell that starts a program and starts it again when a signal ended it: at once the first
/// time, then after longer and longer waits, and no more when it has died five times without living
/// for five seconds. A program that ended by itself, or was asked to end, has ended; a daemon is
/// started again unless it says that it is done (0) or that somebody must change something (2). The
/// variable `MANTA_RESTARTED` tells a program that it lives again.
///
/// It is a shell because it stays as long as the program does and shall cost nothing.
public final class Supervisor {
  private static final String SCRIPT =
      """
      trap '' HUP INT
      deaths=0
      which=$1
      shift
      while :; do
        began=$(date +%s)
        "$@"
        status=$?
        case $status in 130 | 143) exit $status ;; esac
        if [ "$which" = daemon ]; then
          case $status in 0 | 2) exit $status ;; esac
        else
          [ $status -gt 128 ] && [ $status -lt 193 ] || exit $status
        fi
        export MANTA_RESTARTED=1
        [ $(($(date +%s) - began)) -lt 5 ] || deaths=0
        deaths=$((deaths + 1))
        ended="was ended by signal $((status - 128))"
        [ $status -lt 193 ] && [ $status -gt 128 ] || ended="has ended with status $status"
        if [ $deaths -gt 5 ]; then
          echo "manta: the program $ended once more; it is not started again"
          exit $status
        fi
        wait=$(((1 << (deaths - 1)) - 1))
        echo "manta: the program $ended; it is started again in $wait s"
        [ $wait -eq 0 ] || sleep $wait
      done
      """;

  /// A process session of its own, where the system has a command for that.
  private static final String OWN_SESSION =
      "if command -v setsid > /dev/null; then exec setsid \"$@\"; else exec \"$@\"; fi";

  private Supervisor() {}

  /// Starts a program under a supervisor of its own, without a terminal.
  public static Process start(List<String> program, Path log) throws IOException {
    return start("program", program, log);
  }

  /// The same for a daemon, which is to live until it is told to end.
  public static Process startDaemon(List<String> daemon, Path log) throws IOException {
    return start("daemon", daemon, log);
  }

  private static Process start(String which, List<String> program, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("/bin/sh", "-c", OWN_SESSION, "manta"));
    command.addAll(List.of("/bin/sh", "-c", SCRIPT, "manta-supervisor", which));
    command.addAll(program);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }
}
