package dev.manta.internal.local;

import dev.manta.cluster.Exit;
import java.util.Map;

/// Reads a child's exit value: above 128 it is a signal, as shells write it.
final class ExitStatus {
  private static final int SIGNAL_BASE = 128;
  private static final Map<Integer, String> SIGNALS =
      Map.ofEntries(
          Map.entry(1, "SIGHUP"),
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL"),
          Map.entry(5, "SIGTRAP"),
          Map.entry(6, "SIGABRT"),
          Map.entry(7, "SIGBUS"),
          Map.entry(8, "SIGFPE"),
          Map.entry(9, "SIGKILL"),
          Map.entry(10, "SIGUSR1"),
          Map.entry(11, "SIGSEGV"),
          Map.entry(12, "SIGUSR2"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(14, "SIGALRM"),
          Map.entry(15, "SIGTERM"),
          Map.entry(24, "SIGXCPU"),
          Map.entry(25, "SIGXFSZ"),
          Map.entry(31, "SIGSYS"));

  private ExitStatus() {}

  static Exit of(int value) {
    String signal = SIGNALS.get(value - SIGNAL_BASE);
    return signal == null ? new Exit.Status(value) : new Exit.Signal(value - SIGNAL_BASE, signal);
  }
}
