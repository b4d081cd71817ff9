package dev.manta.tensorflow.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.tensorflow.TensorflowTrainer;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class KilledTest {
  @TempDir Path directory;

  @Test
  void ranksThatAreKilledWithinEpochsLeaveWhatTheUndisturbedRunLearns() {
    Result killed = fit(true);
    assertThat(killed.attempts()).isEqualTo(3);
    assertThat(variables(killed)).isEqualTo(variables(fit(false)));
  }

  private Result fit(boolean killed) {
    return TensorflowTrainer.of(KilledTraining::train, new KilledTraining.Config(killed))
        .dataset("rows", ContractRows.of(200).shuffle(3))
        .scaling(ScalingConfig.workers(2))
        .run(
            RunConfig.named("killed-" + killed)
                .storage(directory.toString())
                .failures(FailureConfig.retries(3).spares(0))
                .quiet())
        .fit();
  }

  private static byte[] variables(Result result) {
    return result.latestCheckpoint().orElseThrow().checkpoint().asDirectory(KilledTest::variables);
  }

  private static byte[] variables(Path checkpoint) {
    try {
      return Files.readAllBytes(checkpoint.resolve("variables.safetensors"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
