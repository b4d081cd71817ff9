package dev.manta.internal.console;

import dev.manta.train.Metrics;
import java.util.List;
import java.util.stream.Collectors;

/// Metrics as texts.
public final class MetricTexts {
  /// Says how many epochs there are: it is shown as a share, not as a number that never changes.
  private static final String TOTAL = "epochs";

  private MetricTexts() {}

  /// The paths that are worth showing.
  static List<String> keys(Metrics metrics) {
    return metrics.flat().keys().stream().filter(key -> !key.equals(TOTAL)).toList();
  }

  /// All in one line: `loss 0.2500 accuracy 0.9722`.
  public static String line(Metrics metrics) {
    return keys(metrics).stream()
        .map(key -> ReadableNumbers.value(key) + " " + ReadableNumbers.value(metrics.get(key)))
        .collect(Collectors.joining("  "));
  }
}
