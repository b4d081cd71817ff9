package dev.manta.internal.console;

import dev.manta.train.Metrics;
import java.util.List;
import java.util.stream.Collectors;

/// Metrics as texts.
public final class MetricTexts {
  /// Says how many epochs there are: it is shown as a share, not as a number that never changes.
  private static final String TOTAL = "epochs";

  private static final int SHOWN_MAX = 10;

  private MetricTexts() {}

  /// The paths that are worth showing.
  static List<String> keys(Metrics metrics) {
    return metrics.flat().keys().stream().filter(key -> !key.equals(TOTAL)).toList();
  }

  /// In one line: `loss 0.2500 accuracy 0.9722`; of many the first, and how many more there are.
  public static String line(Metrics metrics) {
    List<String> keys = keys(metrics);
    String shown =
        keys.stream()
            .limit(keys.size() > SHOWN_MAX + 1 ? SHOWN_MAX : keys.size())
            .map(key -> ReadableNumbers.value(key) + " " + ReadableNumbers.value(metrics.get(key)))
            .collect(Collectors.joining("  "));
    return keys.size() > SHOWN_MAX + 1
        ? shown + "  … and " + ReadableNumbers.count(keys.size() - SHOWN_MAX) + " more"
        : shown;
  }
}
