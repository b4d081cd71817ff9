package dev.manta.tune;

import java.util.Optional;

/// One parameter of a space.
///
/// @param name its name; dots part the names of nested records
/// @param domain where it may lie
/// @param condition when it exists; empty for always
public record Dimension(String name, Domain domain, Optional<ParameterCondition> condition) {
  public Dimension {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a parameter needs a name, but it is blank");
    }
  }

  /// Whether it has more than one value.
  public boolean isSearched() {
    return domain.size().orElse(2) > 1;
  }

  /// Whether it exists at a point that has the parameters before it.
  public boolean existsAt(Point point) {
    return condition.isEmpty() || condition.get().holds(point);
  }

  @Override
  public String toString() {
    return name + "=" + domain.text() + condition.map(each -> " when " + each).orElse("");
  }
}
