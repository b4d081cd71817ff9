package dev.manta.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Programs of ours that are measured in a JVM of their own, as a user's would run.
public final class Programs {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Programs() {}

  /// A subject that runs a main class with a fresh directory as its only argument.
  public static Subject subject(Class<?> main) {
    return () -> figures(main);
  }

  /// Runs it once.
  public static Map<String, Double> figures(Class<?> main)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      List<String> arguments = List.of(scratch.path().toString());
      return Child.java(main, arguments, scratch.path(), LIMIT).figures();
    }
  }
}
