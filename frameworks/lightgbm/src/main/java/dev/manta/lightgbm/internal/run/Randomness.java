package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.Booster;
import dev.manta.lightgbm.internal.boost.Parameters;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What a round draws at random: rows, features, thresholds. Where parameters ask for that, all is
/// drawn anew for each round from seeds that follow from its number, so that a run that resumes
/// after it draws what it would have drawn anyway.
final class Randomness {
  private static final Set<String> ROWS =
      Set.of("bagging_fraction", "pos_bagging_fraction", "neg_bagging_fraction");
  private static final Set<String> OTHERS =
      Set.of("feature_fraction", "feature_fraction_bynode", "extra_trees");

  /// What the library keeps between rounds and nobody can set.
  private static final Map<String, String> HIDDEN =
      Map.of(
          "boosting", "gbdt",
          "use_quantized_grad", "false",
          "linear_tree", "false",
          "cegb_tradeoff", "1.0",
          "cegb_penalty_split", "0.0",
          "cegb_penalty_feature_lazy", "",
          "cegb_penalty_feature_coupled", "",
          "data_sample_strategy", "bagging");

  private static final double LESS = 1e-9;

  private final Parameters parameters;
  private final int every;

  Randomness(Parameters parameters) {
    this.parameters = parameters;
    int frequency = number("bagging_freq", 0);
    this.every = bags() ? frequency : 1;
  }

  private int number(String name, int otherwise) {
    return (int) Double.parseDouble(parameters.get(name, String.valueOf(otherwise)));
  }

  private boolean bags() {
    return number("bagging_freq", 0) > 0 && ROWS.stream().anyMatch(this::isLess);
  }

  private boolean isLess(String name) {
    return Double.parseDouble(parameters.get(name, "1")) < 1;
  }

  private boolean draws() {
    return bags() || OTHERS.stream().anyMatch(this::isOn);
  }

  private boolean isOn(String name) {
    String value = parameters.get(name, "1");
    return name.equals("extra_trees")
        ? parameters.get(name, "false").matches("true|1|\\+")
        : Double.parseDouble(value) < 1;
  }

  /// What keeps a run from being continued.
  String obstacle() {
    return HIDDEN.keySet().stream()
        .filter(parameters.values()::containsKey)
        .findFirst()
        .map(name -> name + " is " + parameters.get(name, ""))
        .orElseGet(() -> "objective is " + parameters.get("objective", ""));
  }

  /// Whether a run that resumes grows the trees that it would have grown undisturbed: not so where
  /// later rounds depend on more than the scores of rows.
  boolean canContinue() {
    return !parameters.get("objective", "").equals("rank_xendcg")
        && HIDDEN.entrySet().stream().allMatch(this::isUsual);
  }

  private boolean isUsual(Map.Entry<String, String> usual) {
    String value = parameters.get(usual.getKey(), usual.getValue());
    return value.equals(usual.getValue())
        || (value.matches("[-+.\\dE]+")
            && usual.getValue().matches("[-+.\\dE]+")
            && Double.parseDouble(value) == Double.parseDouble(usual.getValue()));
  }

  /// The last round at or before this one that a run can resume from: rows that were drawn for
  /// several rounds are drawn anew at the first of them.
  int lastStart(int rounds) {
    return rounds - rounds % every;
  }

  /// Before a round is grown.
  ///
  /// @param round counted from 0
  void begin(Booster booster, int round) {
    if (draws() && canContinue() && round % every == 0) {
      booster.reset(seeds(round / every));
    }
  }

  /// What a booster is made with, so that the seeds of any round are news to it.
  Parameters first() {
    return bags() ? parameters.with("bagging_fraction", share() * (1 - 2 * LESS)) : parameters;
  }

  private double share() {
    return Double.parseDouble(parameters.get("bagging_fraction", "1"));
  }

  /// The library takes a new seed for rows only where their share is new too: it is not quite the
  /// same in every second draw.
  private Parameters seeds(int draw) {
    Map<String, String> changed = new TreeMap<>();
    put(changed, "feature_fraction_seed", 2, draw);
    put(changed, "extra_seed", 6, draw);
    if (bags()) {
      put(changed, "bagging_seed", 3, draw);
      changed.put(
          "bagging_fraction", String.valueOf(draw % 2 == 0 ? share() * (1 - LESS) : share()));
    }
    return new Parameters(changed);
  }

  /// Seeds that are near each other begin with numbers that are near each other.
  private void put(Map<String, String> changed, String name, int usual, int draw) {
    long x = ((long) number("seed", 0) << 32) ^ ((long) number(name, usual) << 20) ^ draw;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    changed.put(name, String.valueOf((x ^ (x >>> 31)) & Integer.MAX_VALUE));
  }
}
