package dev.manta.tune.internal.space;

import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;
import dev.manta.tune.Point;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// What is wrong with spaces and points, said to those who wrote them.
public final class SpaceChecks {
  private SpaceChecks() {}

  /// Refuses a condition on what is not there, or inside of another.
  public static void requireConditions(
      boolean outermost, String name, List<Object> values, Map<String, Dimension> dimensions) {
    if (!outermost) {
      throw new IllegalArgumentException(
          "the condition on " + name + " is inside of another one; put it beside that one");
    }
    Dimension parent = dimensions.get(name);
    if (parent == null) {
      throw new IllegalArgumentException(
          "a condition is on "
              + name
              + ", which is not there yet; there are "
              + dimensions.keySet());
    }
    for (Object value : values) {
      if (!parent.domain().has(Values.plain(value))) {
        throw new IllegalArgumentException(
            "a condition is on "
                + name
                + " being "
                + value
                + ", but it is "
                + parent.domain().text());
      }
    }
  }

  /// Refuses a space without parameters, or with components that get no value.
  public static void requireComplete(
      Components components, Set<String> searched, Set<String> computed) {
    if (searched.isEmpty()) {
      throw new IllegalArgumentException(
          "the space is empty: add parameters, for example .logUniform(\"learningRate\", 1e-5, 1e-1)");
    }
    Set<String> missing = new TreeSet<>(components.names());
    missing.removeAll(searched);
    missing.removeAll(computed);
    missing.removeIf(name -> new Slot(name, component(components, name)).isOptional());
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          components.type()
              + " has components without a domain: "
              + missing
              + "; give each one, or a constant");
    }
  }

  private static RecordComponent component(Components components, String name) {
    return Objects.requireNonNull(components.leaves().get(name));
  }

  /// The point in the order of the dimensions, with constants; each value is in its domain.
  public static Point point(List<Dimension> dimensions, Set<String> computed, Point given) {
    Point point = Point.EMPTY;
    Set<String> unknown = new TreeSet<>(given.values().keySet());
    unknown.removeAll(computed);
    for (Dimension each : dimensions) {
      boolean exists = each.existsAt(point);
      if (exists) {
        unknown.remove(each.name());
        point = point.with(each.name(), value(each, given));
      }
    }
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "the point has "
              + unknown
              + ", which the space does not have there; it has "
              + point.values().keySet());
    }
    return point;
  }

  private static Object value(Dimension dimension, Point given) {
    if (dimension.domain() instanceof Domain.Constant(Object value)
        && given.find(dimension.name()).isEmpty()) {
      return value;
    }
    Object value = given.get(dimension.name());
    Object fitting =
        value instanceof Long whole && isReal(dimension.domain())
            ? (Object) whole.doubleValue()
            : value;
    if (!dimension.domain().has(fitting)) {
      throw new IllegalArgumentException(
          dimension.name() + " is " + value + ", which is not in " + dimension.domain().text());
    }
    return fitting;
  }

  private static boolean isReal(Domain domain) {
    return domain instanceof Domain.Real || domain instanceof Domain.Normal;
  }

  /// The product, or the largest number where it is larger.
  public static long times(long some, long others) {
    return Math.multiplyHigh(some, others) != 0 || some * others < 0
        ? Long.MAX_VALUE
        : some * others;
  }

  /// What one list of texts has and another has not.
  public static List<String> differences(List<String> ours, List<String> others) {
    List<String> differences = new ArrayList<>();
    for (String each : ours) {
      if (!others.contains(each)) {
        differences.add("now " + each);
      }
    }
    for (String each : others) {
      if (!ours.contains(each)) {
        differences.add("was " + each);
      }
    }
    return differences;
  }
}
