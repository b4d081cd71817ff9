package dev.manta.cli;

import java.util.Optional;

/// What a new project trains with.
enum Kit {
  PLAIN("manta-core", "", "run"),
  TORCH("manta-torch", "torch/", "run --with torch");

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
    if (framework.equals("torch")) {
      return TORCH;
    }
    throw new IllegalArgumentException(
        "there is no framework \"" + framework + "\"; there is: torch");
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
