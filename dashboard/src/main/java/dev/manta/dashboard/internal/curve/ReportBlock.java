package dev.manta.dashboard.internal.curve;

import dev.manta.internal.journal.MetricsRow;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Some reports as columns, so that hundreds of thousands of them need no objects of their own.
/// Filled by one thread, and read by others once it is full.
public final class ReportBlock {
  /// Texts that stand for numbers which JSON cannot write.
  static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  /// Who made reports.
  record Source(int attempt, int rank, String worker) {}

  /// Where in training a report was made, and when.
  ///
  /// @param source its number in this block
  record Stamp(int source, long sequence, long step, int epoch, long atMillis) {}

  private final List<Source> sources = new ArrayList<>();
  private final Map<Source, Integer> sourceNumbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> nameNumbers = new HashMap<>();
  private int[] source;
  private long[] sequence;
  private long[] step;
  private int[] epoch;
  private long[] at;
  private int[] firstValue;
  private int rows;
  private int[] name;
  private double[] value;
  private int values;

  /// @param rowsExpected how many rows there will be, about
  ReportBlock(int rowsExpected) {
    int capacity = Math.max(16, rowsExpected);
    source = new int[capacity];
    sequence = new long[capacity];
    step = new long[capacity];
    epoch = new int[capacity];
    at = new long[capacity];
    firstValue = new int[capacity];
    name = new int[2 * capacity];
    value = new double[2 * capacity];
  }

  /// Some reports.
  static ReportBlock of(List<MetricsRow> reports) {
    var block = new ReportBlock(reports.size());
    reports.forEach(block::add);
    return block;
  }

  /// Adds a report; of its values those that are numbers, nested names joined by `/`.
  void add(MetricsRow report) {
    var from = report.origin();
    int number = source(new Source(from.attempt(), from.rank(), from.worker()));
    begin(
        new Stamp(
            number, from.sequence(), report.step(), report.epoch(), report.at().toEpochMilli()));
    add("", report.metrics());
  }

  private void add(String prefix, JsonObject nested) {
    nested.fields().forEach((key, each) -> add(prefix + key, each));
  }

  private void add(String key, Json json) {
    if (json instanceof JsonNumber number) {
      add(name(key), number.value().doubleValue());
    } else if (json instanceof JsonString text && NOT_FINITE.contains(text.value())) {
      add(name(key), Double.NaN);
    } else if (json instanceof JsonObject nested) {
      add(key + "/", nested);
    }
  }

  /// The number of a source in this block.
  int source(Source which) {
    return sourceNumbers.computeIfAbsent(
        which,
        each -> {
          sources.add(each);
          return sources.size() - 1;
        });
  }

  /// The number of a metric in this block.
  int name(String metric) {
    return nameNumbers.computeIfAbsent(
        metric,
        each -> {
          names.add(each);
          return names.size() - 1;
        });
  }

  /// Begins a report, whose values follow.
  void begin(Stamp stamp) {
    if (rows == source.length) {
      growRows();
    }
    source[rows] = stamp.source();
    sequence[rows] = stamp.sequence();
    step[rows] = stamp.step();
    epoch[rows] = stamp.epoch();
    at[rows] = stamp.atMillis();
    firstValue[rows] = values;
    rows++;
  }

  private void growRows() {
    int capacity = 2 * rows;
    source = Arrays.copyOf(source, capacity);
    sequence = Arrays.copyOf(sequence, capacity);
    step = Arrays.copyOf(step, capacity);
    epoch = Arrays.copyOf(epoch, capacity);
    at = Arrays.copyOf(at, capacity);
    firstValue = Arrays.copyOf(firstValue, capacity);
  }

  /// Adds a value to the last report.
  ///
  /// @param metric its number in this block
  void add(int metric, double number) {
    if (values == value.length) {
      name = Arrays.copyOf(name, 2 * values);
      value = Arrays.copyOf(value, 2 * values);
    }
    name[values] = metric;
    value[values] = number;
    values++;
  }

  /// Takes the last report back.
  void drop() {
    rows--;
    values = firstValue[rows];
  }

  List<Source> sources() {
    return sources;
  }

  List<String> names() {
    return names;
  }

  int rows() {
    return rows;
  }

  int sourceOf(int row) {
    return source[row];
  }

  long sequence(int row) {
    return sequence[row];
  }

  long step(int row) {
    return step[row];
  }

  int epoch(int row) {
    return epoch[row];
  }

  long atMillis(int row) {
    return at[row];
  }

  /// The first of a report's values; they end where those of the next one begin.
  int firstValue(int row) {
    return row == rows ? values : firstValue[row];
  }

  /// The metric of a value.
  int nameOf(int index) {
    return name[index];
  }

  double value(int index) {
    return value[index];
  }
}
