package dev.manta.internal.data.unit;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// How long threads were busy with each operator of a dataset.
final class OperatorTimes {
  private static final int NAMES_MAX = 50;
  private static final int NAME_LENGTH_MAX = 80;
  private static final String OTHERS = "others";

  private final Map<String, LongAdder> nanos = new ConcurrentHashMap<>();

  void add(String operator, long more) {
    LongAdder known = nanos.get(operator);
    (known == null ? first(operator) : known).add(more);
  }

  private LongAdder first(String operator) {
    String name = nanos.size() < NAMES_MAX ? operator : OTHERS;
    return nanos.computeIfAbsent(name, _ -> new LongAdder());
  }

  Map<String, Duration> all() {
    Map<String, Duration> all = new TreeMap<>();
    nanos.forEach((name, sum) -> all.merge(cut(name), Duration.ofNanos(sum.sum()), Duration::plus));
    return all;
  }

  private static String cut(String name) {
    return name.length() <= NAME_LENGTH_MAX ? name : name.substring(0, NAME_LENGTH_MAX - 1) + "…";
  }
}
