package dev.manta.examples.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.testkit.framework.FirstProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What `manta new --with xgboost` gives somebody to begin with.
@Timeout(300)
class FirstProgramTest {
  @TempDir Path home;

  @Test
  void itTrains() throws Exception {
    assertThat(FirstProgram.run(Path.of("first/Train.java"), home))
        .contains("spirals finished", "prediction");
  }
}
