package dev.manta.bench.recovery;

import dev.manta.bench.Child;
import dev.manta.bench.Scratch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Runs a program that kills its workers, and names its figures.
///
/// @param main takes what [Struck] does
public record Recoveries(Class<?> main, int kills, String signal) {
  /// Kills so often.
  public Recoveries(Class<?> main, int kills) {
    this(main, kills, "KILL");
  }

  private static final Duration LIMIT = Duration.ofMinutes(4);

  /// The median, the worst and the lost steps of some kills, under names that begin with `name`.
  public Map<String, Double> figures(String name, int workers, int spares)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      List<String> arguments =
          List.of(scratch.path().toString(), "" + workers, "" + kills, "" + spares, signal);
      Map<String, Double> said = Child.java(main, arguments, scratch.path(), LIMIT).figures();
      return named(name, said);
    }
  }

  private static Map<String, Double> named(String name, Map<String, Double> said) {
    Map<String, Double> figures = new TreeMap<>();
    said.forEach((figure, value) -> figures.put(name + "-" + figure, value));
    return figures;
  }
}
