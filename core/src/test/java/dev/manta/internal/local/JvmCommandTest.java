package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.machine.WorkerOptions;
import java.util.ArrayList;
import java.util.List;
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
    var jvm = new WorkerRuntime.Jvm(List.of(), List.of(option));
    return JvmCommand.of(jvm, List.of(), Optional.empty(), List.of());
  }
}
