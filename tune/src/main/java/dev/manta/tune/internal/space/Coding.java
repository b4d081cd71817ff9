package dev.manta.tune.internal.space;

import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;
import dev.manta.tune.Point;
import dev.manta.tune.Space;
import dev.manta.tune.Trials;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The parameters that searchers choose, as places between 0 and 1; constants are left out.
///
/// A choice of `k` values has the places (0.5/k, 1.5/k, …); NaN stands for a parameter that does
/// not exist at a point.
public final class Coding {
  private final Space space;
  private final List<Axis> axes = new ArrayList<>();

  /// The coding of a space.
  public Coding(Space space) {
    this.space = space;
    for (Dimension each : space.dimensions()) {
      if (each.isSearched()) {
        axes.add(Axis.of(each));
      }
    }
  }

  /// That of the space that trials lie in.
  public static Coding of(Trials trials) {
    return new Coding(trials.space());
  }

  /// How many parameters there are.
  public int size() {
    return axes.size();
  }

  /// One parameter.
  public Axis axis(int index) {
    return axes.get(index);
  }

  /// All parameters.
  public List<Axis> axes() {
    return List.copyOf(axes);
  }

  /// The places of a point's values.
  public double[] encode(Point point) {
    double[] places = new double[axes.size()];
    for (int i = 0; i < places.length; i++) {
      Axis axis = axes.get(i);
      Object value = point.values().get(axis.name());
      places[i] = value == null ? Double.NaN : axis.domain().unit(value);
    }
    return places;
  }

  /// The point at some places, with constants and computed values.
  public Point decode(double[] places) {
    var values = new LinkedHashMap<String, Object>();
    int next = 0;
    for (Dimension each : space.dimensions()) {
      boolean chosen = next < axes.size() && axes.get(next).name().equals(each.name());
      double place = chosen ? places[next++] : 0.5;
      if (each.condition().isEmpty() || each.existsAt(new Point(values))) {
        values.put(each.name(), value(each.domain(), place));
      }
    }
    return space.complete(new Point(values));
  }

  private static Object value(Domain domain, double place) {
    return domain.at(Double.isNaN(place) ? 0.5 : place);
  }

  /// The same places, with those that do not exist in the middle, where they change least.
  public static double[] filled(double[] places) {
    double[] filled = places.clone();
    for (int i = 0; i < filled.length; i++) {
      filled[i] = Double.isNaN(filled[i]) ? 0.5 : filled[i];
    }
    return filled;
  }

  /// The same places where values have steps, and NaN where parameters do not exist.
  public double[] snap(double[] places) {
    return encode(decode(places));
  }
}
