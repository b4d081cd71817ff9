package dev.manta.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a new project trains with.
enum Kit {
  PLAIN("manta-core", "", "run"),
  TORCH("manta-torch", "torch/", "run --with torch"),
  XGBOOST("manta-xgboost", "xgboost/", "run --with xgboost"),
  LIGHTGBM("manta-lightgbm", "lightgbm/", "run --with lightgbm"),
  TENSORFLOW("manta-tensorflow", "tensorflow/", "run --with tensorflow"),
  DJL("manta-djl", "djl/", "run --with djl");

  private final String artifact;
  private final String files;
  private final String run;

  Kit(String artifact, String files, String run) {
    this.artifact = artifact;
    this.files = files;
    this.run = run;
  }

  /// The one that a framework's name stands for.
  static Kit of(Optional<String> framework) {
    return framework.map(Kit::named).orElse(PLAIN);
  }

  private static Kit named(String framework) {
    List<Kit> frameworks = Arrays.asList(values()).subList(1, values().length);
    return frameworks.stream()
        .filter(kit -> kit.framework().equals(framework))
        .findFirst()
        .orElseThrow(() -> unknown(framework, frameworks));
  }

  private static IllegalArgumentException unknown(String framework, List<Kit> frameworks) {
    String known = String.join(", ", frameworks.stream().map(Kit::framework).toList());
    return new IllegalArgumentException(
        "there is no project for \"%s\"; there are: %s".formatted(framework, known));
  }

  private String framework() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What the project depends on.
  String artifact() {
    return artifact;
  }

  /// Where its files are among those of projects.
  String files() {
    return files;
  }

  /// The command that runs its jar.
  String run() {
    return run;
  }
}
