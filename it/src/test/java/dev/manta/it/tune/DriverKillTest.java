package dev.manta.it.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DriverKillTest {
  private static final int KILLS = 2 * Integer.getInteger("manta.campaign", 1);

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RUNS", "FOUR_RUNS"})
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aKilledDriverEndsWithTheTrialsOfAnUndisturbedOne(KilledExperiment.Kind kind)
      throws Exception {
    kill(kind);
  }

  @ParameterizedTest
  @EnumSource(names = {"RUNS", "FOUR_RUNS"})
  @Tag("campaign")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aKilledDriverOfRunsEndsWithTheTrialsOfAnUndisturbedOne(KilledExperiment.Kind kind)
      throws Exception {
    kill(kind);
  }

  private void kill(KilledExperiment.Kind kind) throws Exception {
    long seed = new Random().nextLong(1_000_000);
    KilledDrivers.Outcome outcome = KilledDrivers.of(kind, work).run(KILLS, seed);
    assertThat(outcome.differences()).as("seed %s", seed).isEmpty();
    assertThat(outcome.kills()).as("seed %s", seed).isPositive();
  }
}
