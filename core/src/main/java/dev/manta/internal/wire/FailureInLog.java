package dev.manta.internal.wire;

import java.util.stream.Collectors;

/// What a function threw as a worker writes it into its log: lines that are known again, as it is
/// also told to the controller, and shown to the user once.
public final class FailureInLog {
  private static final String FIRST = "manta: the training function ";
  private static final String MORE = "manta:   ";

  private FailureInLog() {}

  public static String text(ToController.Failed failed) {
    String stack = failed.stack().lines().map(MORE::concat).collect(Collectors.joining("\n"));
    return FIRST + failed.what() + "\n" + (stack.isEmpty() ? "" : stack + "\n");
  }

  public static boolean isPart(String line) {
    return line.startsWith(FIRST) || line.startsWith(MORE);
  }
}
