package dev.manta.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/// Whether a metric is to be small or large, as it is typed: one of both ways.
final class TypedMode {
  @Option(names = "--maximize", description = "Large values of the metric are good.")
  boolean maximize;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "min or max: the same (default: min).")
  Optional<String> mode = Optional.empty();

  boolean isMax() {
    String typed = mode.orElse("min");
    if (!typed.equals("min") && !typed.equals("max")) {
      throw new IllegalArgumentException("--mode is min or max, not \"" + typed + "\"");
    }
    return maximize || typed.equals("max");
  }
}
