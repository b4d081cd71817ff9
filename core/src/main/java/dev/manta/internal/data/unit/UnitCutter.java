package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.internal.data.ProgressLog;
import dev.manta.internal.data.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/// Cuts sequences of units by rows; rows that nobody knows are counted by reading.
public final class UnitCutter {
  private static final int MIXED_ROWS = 1 << 14;

  private final UnitReading reading;

  public UnitCutter(UnitReading reading) {
    this.reading = reading;
  }

  private int rows(Unit unit) {
    if (unit.rows().isPresent()) {
      return Math.toIntExact(unit.rows().getAsLong());
    }
    try (Batch batch = unit.read(reading)) {
      return batch.rows();
    }
  }

  /// The same units, each with its rows known.
  public List<Unit> known(List<Unit> units) {
    var progress = new ProgressLog("count", units.size(), System.nanoTime());
    List<Unit> all = new ArrayList<>();
    for (Unit unit : units) {
      all.add(unit.rows().isPresent() ? unit : new Unit.Slice(unit, 0, rows(unit)));
      progress.done(Math.toIntExact(all.getLast().rows().orElseThrow()));
    }
    return all;
  }

  /// The rows from `from` up to `to`. Nothing beyond is read.
  public List<Unit> range(List<Unit> units, long from, long to) {
    List<Unit> all = new ArrayList<>();
    long at = 0;
    for (Unit unit : units) {
      if (at >= to) {
        break;
      }
      int rows = rows(unit);
      int first = Math.clamp(from - at, 0, rows);
      int last = Math.clamp(to - at, 0, rows);
      if (last > first) {
        all.add(slice(unit, first, last - first, rows));
      }
      at += rows;
    }
    return all;
  }

  private static Unit slice(Unit unit, int from, int count, int rows) {
    boolean whole = from == 0 && count == rows && unit.rows().isPresent();
    return whole ? unit : new Unit.Slice(unit, from, count);
  }

  /// Units of `rows` rows each, but for the last.
  public List<Unit> cut(List<Unit> units, int rows) {
    List<Unit> known = known(units);
    long total = total(known);
    var cutter = new Cutter(known);
    List<Unit> all = new ArrayList<>();
    for (long from = 0; from < total; from += rows) {
      all.add(joined(cutter.next(Math.min(rows, total - from))));
    }
    return all;
  }

  private static Unit joined(List<Unit> pieces) {
    return pieces.size() == 1 ? pieces.getFirst() : new Unit.Joined(pieces);
  }

  public static long total(List<Unit> known) {
    return known.stream().mapToLong(unit -> unit.rows().orElseThrow()).sum();
  }

  /// Rows of both side by side; both must have the same number.
  public List<Unit> zipped(List<Unit> left, List<Unit> right) {
    List<Unit> a = known(left);
    List<Unit> b = known(right);
    if (total(a) != total(b)) {
      throw new IllegalArgumentException(
          "zip needs as many rows on both sides: %s are not %s".formatted(total(a), total(b)));
    }
    var cutter = new Cutter(b);
    List<Unit> all = new ArrayList<>();
    for (Unit unit : a) {
      long rows = unit.rows().orElseThrow();
      if (rows > 0) {
        all.add(new Unit.Zipped(unit, joined(cutter.next(rows))));
      }
    }
    return all;
  }

  /// Units with rows of all inputs as weights say, until one of them has no more.
  public List<Unit> mixed(List<List<Unit>> inputs, List<Double> weights, long seed) {
    List<Cutter> cutters = new ArrayList<>();
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    double most = Double.MAX_VALUE;
    for (int i = 0; i < inputs.size(); i++) {
      List<Unit> known = known(inputs.get(i));
      requireRows(known, i);
      cutters.add(new Cutter(known));
      most = Math.min(most, total(known) / (weights.get(i) / sum));
    }
    return mixed(cutters, weights.stream().map(weight -> weight / sum).toList(), most, seed);
  }

  private static void requireRows(List<Unit> known, int input) {
    if (total(known) == 0) {
      throw new IllegalArgumentException(
          "mix ends with its first empty dataset, and number %s of them has no rows at all"
              .formatted(input));
    }
  }

  private static List<Unit> mixed(
      List<Cutter> cutters, List<Double> shares, double rows, long seed) {
    List<Unit> all = new ArrayList<>();
    for (double from = 0; from < rows; from += MIXED_ROWS) {
      double to = Math.min(rows, from + MIXED_ROWS);
      List<Unit> pieces = new ArrayList<>();
      for (int i = 0; i < cutters.size(); i++) {
        long count = (long) (to * shares.get(i)) - (long) (from * shares.get(i));
        pieces.addAll(cutters.get(i).next(count));
      }
      if (!pieces.isEmpty()) {
        all.add(new Unit.Shuffled(pieces, SeededRandom.mix(seed, all.size())));
      }
    }
    return all;
  }

  /// Takes rows off the front of a sequence of units.
  public static final class Cutter {
    private final List<Unit> units;
    private int unit;
    private int row;

    public Cutter(List<Unit> known) {
      this.units = known;
    }

    public List<Unit> next(long count) {
      List<Unit> pieces = new ArrayList<>();
      long missing = count;
      while (missing > 0 && unit < units.size()) {
        int rows = Math.toIntExact(units.get(unit).rows().orElseThrow());
        int taken = (int) Math.min(missing, rows - row);
        if (taken > 0) {
          pieces.add(slice(units.get(unit), row, taken, rows));
        }
        row += taken;
        missing -= taken;
        if (row == rows) {
          unit++;
          row = 0;
        }
      }
      return pieces;
    }
  }
}
