package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Processes of this machine by their ids.
public final class Pids {
  private Pids() {}

  /// Whether a process has not ended. One that nobody has reaped yet has: where the first process
  /// of a container reaps late or never, the dead keep their ids.
  public static boolean runs(long pid) {
    return ProcessHandle.of(pid).isPresent() && !isZombie(pid);
  }

  private static boolean isZombie(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return "ZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
    } catch (IOException elsewhere) {
      return false;
    }
  }
}
