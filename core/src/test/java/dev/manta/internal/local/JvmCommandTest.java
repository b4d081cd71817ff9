package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerVariables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JvmCommandTest {
  @Test
  void theHomeOfAWorkerIsThatOfItsDriverUnlessTheUserNamesAnother() {
    List<String> own = List.of("-Duser.home=/elsewhere");
    var settings =
        new GroupSettings(
            "r", List.of(), own, WorkerVariables.of(Map.of()), "/tmp/r", 1, Duration.ZERO);
    assertThat(JvmCommand.of(settings, Optional.empty(), List.of()))
        .containsSubsequence("-Duser.home=" + System.getProperty("user.home"), own.getFirst());
  }
}
