package dev.manta.xgboost.internal.start;

import dev.manta.spi.natives.HoldingJars;
import java.nio.file.Path;
import java.util.List;

/// The jars that training with XGBoost comes from, found without loading anything.
final class XGBoostJars {
  /// Something in each of them: of Manta's, and of the library's own, which is loaded by every
  /// process that trains.
  private static final List<String> HELD =
      List.of(
          "dev/manta/xgboost/XGBoost.class",
          "dev/manta/tabular/Table.class",
          "ml/dmlc/xgboost4j/java/DMatrix.class");

  private XGBoostJars() {}

  static List<Path> all() {
    return HoldingJars.of(XGBoostJars.class.getClassLoader(), HELD);
  }
}
