package dev.manta.examples.guide;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Rows that are the same each time, for programs that need some to learn from.
final class MadeUpRows {
  private MadeUpRows() {}

  private static Dataset rows(int count, Function<Random, Row> row) {
    var random = new Random(1);
    return Dataset.of(IntStream.range(0, count).mapToObj(_ -> row.apply(random)).toList());
  }

  /// Points around (0, 0), (10, 0) and (0, 10), in turn.
  static Dataset points(int count) {
    var random = new Random(1);
    return Dataset.of(
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    Row.of(
                        "x", random.nextGaussian() + (i % 3 == 1 ? 10 : 0),
                        "y", random.nextGaussian() + (i % 3 == 2 ? 10 : 0)))
            .toList());
  }

  /// Petals of two kinds: `label` is 1 for the larger one.
  static Dataset petals(int count) {
    return rows(
        count,
        random -> {
          int kind = random.nextInt(2);
          return Row.of(
              "length", 3 + 2 * kind + random.nextGaussian(),
              "width", 1 + kind + 0.5 * random.nextGaussian(),
              "label", kind);
        });
  }

  /// Ratings of films by people, who each have two tastes, with a noise of 0.1.
  static Dataset ratings(int count, int people, int films) {
    return rows(
        count,
        random -> {
          int person = random.nextInt(people);
          int film = random.nextInt(films);
          double rating = taste(person) * taste(film + 7) + taste(person + 3) * taste(film + 11);
          return Row.of(
              "person", person, "film", film, "rating", rating + 0.1 * random.nextGaussian());
        });
  }

  private static double taste(int seed) {
    return Math.sin(12.9898 * seed) + 0.5;
  }

  /// A curve that no line follows: `y` depends on `a` and `b`, and not on `c`.
  static Dataset waves(int count) {
    return rows(
        count,
        random -> {
          List<Double> x = List.of(random.nextDouble(), random.nextDouble(), random.nextDouble());
          double y = Math.sin(6 * x.get(0)) + (x.get(1) > 0.5 ? 1 : 0);
          return Row.of("a", x.get(0), "b", x.get(1), "c", x.get(2), "y", y);
        });
  }
}
