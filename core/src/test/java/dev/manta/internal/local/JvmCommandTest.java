package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.machine.WorkerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JvmCommandTest {
  @Test
  void theHomeOfAWorkerIsThatOfItsDriverUnlessTheUserNamesAnother() {
    assertThat(commandWith("-Duser.home=/elsewhere"))
        .containsSubsequence(
            "-Duser.home=" + System.getProperty("user.home"), "-Duser.home=/elsewhere");
  }

  @Test
  void whatAllWorkersOfThisMachineGetComesBeforeTheProgramsOptions() {
    List<String> options = new ArrayList<>(WorkerOptions.ofThisMachine());
    options.add("-XX:TieredStopAtLevel=4");
    assertThat(commandWith("-XX:TieredStopAtLevel=4")).containsSubsequence(options);
  }

  private static List<String> commandWith(String option) {
    var settings =
        new GroupSettings(
            "r",
            List.of(),
            List.of(option),
            WorkerVariables.of(Map.of()),
            "/tmp/r",
            1,
            Duration.ZERO);
    return JvmCommand.of(settings, List.of(), Optional.empty(), List.of());
  }
}
