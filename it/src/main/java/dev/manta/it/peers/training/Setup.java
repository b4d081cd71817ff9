package dev.manta.it.peers.training;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// One training set-up, as both sides read it: `model=mlp optimizer=adamw …`.
record Setup(Map<String, String> values) {
  private static final List<String> OPTIMIZERS =
      List.of(
          "sgd",
          "sgd-momentum",
          "sgd-nesterov",
          "sgd-dampening",
          "adam",
          "adam-decay",
          "adamw",
          "adamw-amsgrad",
          "rmsprop",
          "rmsprop-centered",
          "adagrad",
          "adagrad-decay");

  static Setup parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String word : text.split(" ", -1)) {
      int equals = word.indexOf('=');
      values.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return new Setup(values);
  }

  /// Rare things often enough that they meet: most cases have an unused parameter, uneven batches,
  /// several batches per step or an interruption.
  static Setup random(SplittableRandom random) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("model", any(random, List.of("linear", "mlp", "norm", "convolution", "embedding")));
    all.put("type", any(random, List.of("f32", "f32", "f64", "bf16")));
    all.put("optimizer", any(random, OPTIMIZERS));
    all.put("groups", any(random, List.of("1", "2")));
    all.put("unused", any(random, List.of("none", "none", "sometimes", "never", "both")));
    all.put("together", any(random, List.of("1", "1", "2", "3")));
    all.put("schedule", any(random, List.of("none", "step", "cosine", "warmup", "cycle")));
    all.put("scheduled", any(random, List.of("before", "after")));
    all.put("clip", any(random, List.of("0", "0", "0.3")));
    all.put("rows", Integer.toString(random.nextInt(25, 70)));
    all.put("batch", Integer.toString(random.nextInt(3, 14)));
    all.put("epochs", Integer.toString(random.nextInt(2, 5)));
    all.put("evaluates", any(random, List.of("no", "no", "yes")));
    all.put("workers", any(random, List.of("1", "2", "2", "3")));
    all.put("backend", any(random, List.of("MANTA", "MANTA", "MANTA", "GLOO")));
    all.put("ends", any(random, List.of("no", "no", "fails", "killed", "stopped")));
    all.put("at", Integer.toString(random.nextInt(1, 12)));
    if (all.get("schedule").equals("cycle")) {
      // A cycle moves the momentum, which SGD must have from its beginning.
      all.replace("optimizer", "sgd", "sgd-momentum");
    }
    return new Setup(all);
  }

  private static String any(SplittableRandom random, List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  String get(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the set-up says nothing of " + name + ": " + this);
    }
    return value;
  }

  int count(String name) {
    return Integer.parseInt(get(name));
  }

  boolean has(String name, String value) {
    return get(name).equals(value);
  }

  /// How often the optimizer steps when nothing is left over at the end.
  long steps() {
    long batches = Math.ceilDiv(count("rows"), count("batch"));
    return count("epochs") * (batches / count("together"));
  }

  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    values.forEach((name, value) -> words.add(name + "=" + value));
    return String.join(" ", words);
  }
}
