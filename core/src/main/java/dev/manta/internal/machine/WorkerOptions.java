package dev.manta.internal.machine;

import java.util.List;

/// What this machine's user gives the JVM of every worker and data worker, whatever the program:
/// the words of `MANTA_WORKER_JAVA_OPTS`. They come before the program's options, which win.
public final class WorkerOptions {
  private static final String VARIABLE = "MANTA_WORKER_JAVA_OPTS";
  private static final List<String> OF_THIS_MACHINE =
      parse(System.getenv().getOrDefault(VARIABLE, ""));

  private WorkerOptions() {}

  public static List<String> ofThisMachine() {
    return OF_THIS_MACHINE;
  }

  static List<String> parse(String words) {
    return words.isBlank() ? List.of() : List.of(words.strip().split("\\s+"));
  }
}
