package dev.manta.tune;

import dev.manta.tune.internal.space.Values;
import java.util.List;

/// A parameter exists only where another one has one of some values.
///
/// @param name the other parameter
/// @param values its values for which this one exists
public record ParameterCondition(String name, List<Object> values) {
  public ParameterCondition {
    values = Values.distinct(values);
  }

  /// Whether a point meets it.
  public boolean holds(Point point) {
    return point.find(name).filter(values::contains).isPresent();
  }

  @Override
  public String toString() {
    return name + " in " + values;
  }
}
