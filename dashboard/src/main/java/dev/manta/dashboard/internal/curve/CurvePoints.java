package dev.manta.dashboard.internal.curve;

import dev.manta.spi.json.JsonBytes;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// A part of a curve in so many points: each has the mean of the values behind it, and where these
/// are several the smallest and the largest.
public final class CurvePoints {
  private static final double EXACT_MAX = 0x1p53;

  private final double[] places;
  private final double[] means;
  private final double[] lowest;
  private final double[] highest;
  private boolean exact = true;
  private OptionalDouble undonePlace = OptionalDouble.empty();
  private int size;

  private CurvePoints(int capacity) {
    places = new double[capacity];
    means = new double[capacity];
    lowest = new double[capacity];
    highest = new double[capacity];
  }

  /// The part of a curve that lies in a range, and one bucket on either side of it, so that lines
  /// leave the picture as they should.
  ///
  /// @param undoneFrom the step from which on the curve does not count
  static CurvePoints of(
      Consumer<BucketVisitor> curve,
      CurveRange range,
      CurveRange.Place place,
      OptionalLong undoneFrom) {
    var window = new Window(range, place);
    curve.accept(window);
    int wanted = window.size();
    int together = Math.max(1, (wanted + range.points() - 1) / range.points());
    var points = new CurvePoints((wanted + together - 1) / together);
    curve.accept(points.new Grouping(window, together, undoneFrom));
    return points;
  }

  /// Finds the first and the last bucket that are shown.
  private static final class Window implements BucketVisitor {
    private static final int NONE = -1;

    private final CurveRange range;
    private final CurveRange.Place place;
    private int index;
    private int before = NONE;
    private int first = NONE;
    private int last = NONE;
    private int after = NONE;

    Window(CurveRange range, CurveRange.Place place) {
      this.range = range;
      this.place = place;
    }

    @Override
    public void bucket(long step, long at, double sum, long count, double low, double high) {
      double where = place.of(step, at);
      if (where < range.from()) {
        before = index;
      } else if (where > range.to()) {
        after = after == NONE ? index : after;
      } else {
        first = first == NONE ? index : first;
        last = index;
        after = NONE;
      }
      index++;
    }

    /// The bucket before the range, where there is one.
    int first() {
      int within = first == NONE ? after : first;
      return before == NONE || (within != NONE && before > within) ? within : before;
    }

    /// The bucket behind the range, where there is one.
    int last() {
      int within = last == NONE ? before : last;
      return after == NONE ? within : after;
    }

    int size() {
      return first() == NONE ? 0 : Math.max(0, last() - first() + 1);
    }
  }

  /// Puts neighbours together.
  private final class Grouping implements BucketVisitor {
    private final Window window;
    private final int together;
    private int index;
    private final OptionalLong undoneFrom;
    private long values;

    Grouping(Window window, int together, OptionalLong undoneFrom) {
      this.window = window;
      this.together = together;
      this.undoneFrom = undoneFrom;
    }

    @Override
    public void bucket(long step, long at, double sum, long count, double low, double high) {
      int place = index++ - window.first();
      if (place < 0 || place >= window.size()) {
        return;
      }
      if (place % together == 0) {
        places[size] = window.place.of(step, at);
        lowest[size] = low;
        highest[size] = high;
        means[size] = 0;
        values = 0;
        size++;
      }
      if (undonePlace.isEmpty() && step >= undoneFrom.orElse(Long.MAX_VALUE)) {
        undonePlace = OptionalDouble.of(window.place.of(step, at));
      }
      add(sum, count, low, high);
    }

    private void add(double sum, long count, double low, double high) {
      int to = size - 1;
      means[to] = (means[to] * values + sum) / (values + count);
      values += count;
      lowest[to] = Math.min(lowest[to], low);
      highest[to] = Math.max(highest[to], high);
      exact &= values == 1;
    }
  }

  public int size() {
    return size;
  }

  public double place(int index) {
    return places[index];
  }

  public double mean(int index) {
    return means[index];
  }

  public double lowest(int index) {
    return lowest[index];
  }

  public double highest(int index) {
    return highest[index];
  }

  /// Whether every point is one value.
  public boolean isExact() {
    return exact;
  }

  /// The place on the axis from which on the curve does not count, as a later attempt began again.
  public OptionalDouble undonePlace() {
    return undonePlace;
  }

  /// Appends the fields `x`, `mean`, and where points stand for several values `min` and `max`.
  void writeTo(JsonBytes out) {
    out.key("x").raw('[');
    for (int i = 0; i < size; i++) {
      write(places[i], separate(out, i));
    }
    out.raw(']');
    write("mean", means, out);
    if (!exact) {
      write("min", lowest, out);
      write("max", highest, out);
    }
  }

  /// Steps and times are whole numbers, and are written as such.
  static void write(double place, JsonBytes out) {
    if (place == Math.rint(place) && Math.abs(place) < EXACT_MAX) {
      out.number((long) place);
    } else {
      out.number(place);
    }
  }

  private void write(String name, double[] values, JsonBytes out) {
    out.raw(',').key(name).raw('[');
    for (int i = 0; i < size; i++) {
      separate(out, i).number(values[i]);
    }
    out.raw(']');
  }

  private static JsonBytes separate(JsonBytes out, int index) {
    return index == 0 ? out : out.raw(',');
  }

  @Override
  public String toString() {
    var out = new JsonBytes();
    for (int i = 0; i < size; i++) {
      out.ascii(i == 0 ? "[" : ", ");
      write(places[i], out);
    }
    return out.ascii(size == 0 ? "[]" : "]") + Arrays.toString(Arrays.copyOf(means, size));
  }
}
