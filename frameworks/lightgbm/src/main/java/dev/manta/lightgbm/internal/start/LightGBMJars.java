package dev.manta.lightgbm.internal.start;

import dev.manta.spi.natives.HoldingJars;
import java.nio.file.Path;
import java.util.List;

/// The jars that training with LightGBM comes from, found without loading anything.
final class LightGBMJars {
  /// Something in each of them: of Manta's, and of the library's own, which is loaded by every
  /// process that trains.
  private static final List<String> HELD =
      List.of(
          "dev/manta/lightgbm/LightGBMTrainer.class",
          "dev/manta/tabular/Table.class",
          "io/github/metarank/lightgbm4j/LGBMBooster.class");

  private LightGBMJars() {}

  static List<Path> all() {
    return HoldingJars.of(LightGBMJars.class.getClassLoader(), HELD);
  }
}
