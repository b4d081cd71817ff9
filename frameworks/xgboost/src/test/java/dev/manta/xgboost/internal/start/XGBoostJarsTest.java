package dev.manta.xgboost.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class XGBoostJarsTest {
  private static final List<String> NEEDED = List.of("manta-tabular-", "xgboost4j");

  /// Without one of them the rehearsal of workers fails, and none gets a cache of classes.
  @Test
  void whatTrainingLoadsIsAmongTheJarsOfTheCache() {
    List<String> jars =
        new XGBoostFramework().jars().stream().map(jar -> jar.getFileName().toString()).toList();
    assertThat(NEEDED).allSatisfy(name -> assertThat(jars).anyMatch(jar -> jar.startsWith(name)));
  }
}
