package dev.manta.lightgbm.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LightGBMJarsTest {
  private static final List<String> NEEDED = List.of("manta-tabular-", "lightgbm4j");

  /// Without one of them the rehearsal of workers fails, and none gets a cache of classes.
  @Test
  void whatTrainingLoadsIsAmongTheJarsOfTheCache() {
    List<String> jars =
        new LightGBMFramework().jars().stream().map(jar -> jar.getFileName().toString()).toList();
    assertThat(NEEDED).allSatisfy(name -> assertThat(jars).anyMatch(jar -> jar.startsWith(name)));
  }
}
