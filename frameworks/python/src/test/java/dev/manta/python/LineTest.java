package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script of the tutorial, from Java.
class LineTest {
  @Test
  void theScriptOfTheTutorialFindsTheLine(@TempDir Path storage) {
    Scripts.anyPython();
    Result result = train("../../examples-python/line.py", storage.toString());
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat((Double) result.metrics().get("slope")).isBetween(2.9, 3.1);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  private static Result train(String file, String storage) {
    // region: trainer
    return PythonTrainer.script(file)
        .args("0.1")
        .scaling(ScalingConfig.workers(2))
        .run(RunConfig.named("line").storage(storage))
        .fit();
    // endregion
  }
}
