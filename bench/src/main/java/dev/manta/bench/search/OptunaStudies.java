package dev.manta.bench.search;

import dev.manta.bench.Dialogue;
import dev.manta.bench.Peers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Studies of Optuna on test functions: it suggests, the values are computed here.
///
/// All of them together take hours, and each is determined by its seed and Optuna's version. So the
/// best value of a study that ended is kept beside the environment that Optuna is installed in, and
/// a benchmark that was ended resumes there.
final class OptunaStudies implements AutoCloseable {
  private static final String SEPARATOR = "\t";

  private final Dialogue optuna;
  private final Path file;
  private final Map<String, Double> kept;

  private OptunaStudies(Dialogue optuna, Path file, Map<String, Double> kept) {
    this.optuna = optuna;
    this.file = file;
    this.kept = kept;
  }

  /// Starts Optuna, where it is installed.
  static Optional<OptunaStudies> open(Peers peers) throws IOException, InterruptedException {
    Optional<Dialogue> optuna = peers.dialogue("optuna", "optuna_search.py");
    if (optuna.isEmpty()) {
      return Optional.empty();
    }
    optuna.get().say("version");
    String version = optuna.get().hear("version ").getFirst();
    Path file = peers.environment().resolve("optuna-" + version + "-studies.tsv");
    return Optional.of(new OptunaStudies(optuna.get(), file, read(file)));
  }

  /// The best values in a file, by study. A line that was cut off is left out.
  static Map<String, Double> read(Path file) throws IOException {
    Map<String, Double> best = new HashMap<>();
    if (!Files.exists(file)) {
      return best;
    }
    String text = Files.readString(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    for (String line : whole.lines().toList()) {
      int end = line.lastIndexOf(SEPARATOR);
      best.put(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
    }
    return best;
  }

  /// The regret after so many trials.
  double regret(String sampler, TestFunction function, long seed, int budget) throws IOException {
    String study = name(sampler, function, seed, budget);
    Double best = kept.get(study);
    if (best == null) {
      best = best(sampler, function, seed, budget);
      keep(study, best);
    }
    return function.regret(best);
  }

  /// What tells a study from all others; a function's value at its centre tells its definition.
  static String name(String sampler, TestFunction function, long seed, int budget) {
    double[] centre = new double[function.dimensions()];
    for (int i = 0; i < centre.length; i++) {
      centre[i] = (function.low()[i] + function.high()[i]) / 2;
    }
    String definition = Double.toHexString(function.values().applyAsDouble(centre));
    return String.join(
        SEPARATOR, sampler, function.name(), definition, "seed " + seed, "trials " + budget);
  }

  private double best(String sampler, TestFunction function, long seed, int budget)
      throws IOException {
    var line = new StringBuilder("study " + sampler + " " + seed + " " + budget);
    for (int i = 0; i < function.dimensions(); i++) {
      line.append(' ').append(function.low()[i]).append(',').append(function.high()[i]);
    }
    optuna.say(line.toString());
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < budget; i++) {
      List<String> words = optuna.hear("x ");
      double[] place = words.stream().mapToDouble(Double::parseDouble).toArray();
      double value = function.values().applyAsDouble(place);
      least = Math.min(least, value);
      optuna.say(Double.toString(value));
    }
    return least;
  }

  private void keep(String study, double best) throws IOException {
    kept.put(study, best);
    byte[] line = (study + SEPARATOR + best + "\n").getBytes(StandardCharsets.UTF_8);
    Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public void close() throws IOException {
    optuna.close();
  }
}
