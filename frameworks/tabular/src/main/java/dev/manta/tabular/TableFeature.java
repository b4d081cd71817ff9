package dev.manta.tabular;

import java.util.List;
import java.util.Optional;

/// One feature that a model has learned from.
///
/// @param categories the values it may have, in order: a value's place is its code; empty where it
///   is a number
public record TableFeature(String name, Optional<List<String>> categories) {
  public TableFeature {
    categories = categories.map(List::copyOf);
  }

  /// A number.
  public static TableFeature number(String name) {
    return new TableFeature(name, Optional.empty());
  }

  /// Whether its values are categories.
  public boolean isCategorical() {
    return categories.isPresent();
  }
}
