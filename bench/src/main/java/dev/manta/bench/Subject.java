package dev.manta.bench;

import java.io.IOException;
import java.util.Map;

/// One side of a comparison.
@FunctionalInterface
public interface Subject {
  /// Runs once and says its figures by name.
  Map<String, Double> measure() throws IOException, InterruptedException;
}
