package dev.manta.bench.chaos;

import dev.manta.bench.chaos.Trace.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The steps that count: of a step that was made again, what the last attempt has made of it.
///
/// @param steps what ranks said of each step, by its number
/// @param again the numbers of those that were begun in an earlier attempt, too
record Counted(Map<Long, List<Line>> steps, Set<Long> again) {
  static Counted read(Path directory) throws IOException {
    return of(Trace.read(directory));
  }

  static Counted of(List<Line> lines) {
    Map<Long, List<Line>> steps = new TreeMap<>();
    Set<Long> again = new TreeSet<>();
    for (Line line : lines) {
      List<Line> known = steps.computeIfAbsent(line.step(), _ -> new ArrayList<>());
      if (known.isEmpty() || known.getFirst().attempt() == line.attempt()) {
        known.add(line);
      } else if (known.getFirst().attempt() < line.attempt()) {
        again.add(line.step());
        known.clear();
        known.add(line);
      }
    }
    return new Counted(steps, again);
  }

  /// What is wrong with the samples: each of `rows` must be in every epoch once.
  List<String> wrongSamples(int epochs, int rows) {
    Map<Integer, long[]> used = new TreeMap<>();
    for (int epoch = 0; epoch < epochs; epoch++) {
      used.put(epoch, new long[rows]);
    }
    steps.values().forEach(lines -> lines.forEach(line -> count(line, used)));
    List<String> wrong = new ArrayList<>();
    used.forEach((epoch, counts) -> addWrong(wrong, epoch, counts));
    return wrong;
  }

  private static void count(Line line, Map<Integer, long[]> used) {
    long[] counts = used.getOrDefault(line.epoch(), new long[0]);
    Arrays.stream(line.samples())
        .filter(sample -> sample < counts.length)
        .forEach(s -> counts[(int) s]++);
  }

  private static void addWrong(List<String> wrong, int epoch, long[] counts) {
    long missing = Arrays.stream(counts).filter(count -> count == 0).count();
    long twice = Arrays.stream(counts).filter(count -> count > 1).count();
    if (missing + twice > 0) {
      wrong.add(
          "epoch %s: %s samples were not used, and %s more than once"
              .formatted(epoch, missing, twice));
    }
  }

  /// When each step was under way on all its ranks.
  List<Long> times() {
    return steps.values().stream()
        .map(lines -> lines.stream().mapToLong(Line::nanos).max().orElseThrow())
        .toList();
  }

  /// Whether each step was begun more than once.
  List<Boolean> begunAgain() {
    return steps.keySet().stream().map(again::contains).toList();
  }

  /// The attempt that each step counts of.
  List<Integer> attempts() {
    return steps.values().stream().map(lines -> lines.getFirst().attempt()).toList();
  }
}
