package dev.manta.it.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/// The processes of this machine, as Linux tells.
final class Processes {
  private static final String WORKER = "dev.manta.internal.worker.WorkerMain";
  private static final long LOOK_EVERY_MILLIS = 5;

  private Processes() {}

  /// The living worker processes that a driver has started.
  static List<Long> workersOf(ProcessHandle driver) {
    return driver
        .descendants()
        .map(ProcessHandle::pid)
        .filter(pid -> commandLine(pid).contains(WORKER) && runs(pid))
        .sorted()
        .toList();
  }

  /// The living worker processes of a run below a directory, whoever has started them.
  static List<Long> workersIn(Path directory) {
    return mentioning(directory.toString()).stream()
        .filter(pid -> commandLine(pid).contains(WORKER))
        .sorted()
        .toList();
  }

  /// The living processes, this one aside, whose command line mentions a text.
  static List<Long> mentioning(String text) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> pid != ProcessHandle.current().pid())
        .filter(pid -> commandLine(pid).contains(text) && runs(pid))
        .toList();
  }

  /// Whether a process exists and has not ended; one that nobody has reaped yet has ended.
  static boolean runs(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state != 'Z' && state != 'X';
    } catch (IOException gone) {
      return false;
    }
  }

  static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(pid))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /// Waits until something is so, or the limit has passed; whether it is so.
  static boolean await(Duration limit, BooleanSupplier so) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
    return true;
  }

  private static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(pid), "cmdline"));
    } catch (IOException gone) {
      return "";
    }
  }
}
