package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import dev.manta.train.ScalingConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Exact mode gives the same bits with any number of workers.
class ExactTest extends TrainingTest {
  @Tag("campaign")
  @Test
  void oneToFourWorkersLearnTheSameBits() throws Exception {
    Weights one = weights(1, ExactPrograms::dropout, 200);
    for (int workers = 2; workers <= 4; workers++) {
      weights(workers, ExactPrograms::dropout, 200).requireEqualRanks().requireSame(one);
    }
  }

  @Test
  void stepsWithFewerRowsThanLanesAreExactToo() throws Exception {
    Weights three = weights(3, ExactPrograms::dropout, 67);
    three.requireEqualRanks().requireSame(weights(1, ExactPrograms::dropout, 67));
  }

  @Test
  void itLearnsWhatOtherRunsLearn() throws Exception {
    Weights plain = weights(2, Programs::mlp, 640);
    weights(2, ExactPrograms::mlp, 640).requireClose(plain, TOLERANCE);
  }

  @Test
  void changesOfSizeChangeNoBit() throws Exception {
    Weights one = weights(1, ExactPrograms::slow, 96);
    Path out = Files.createDirectories(directory.resolve("scaled"));
    Result result =
        TorchTrainer.of(ExactPrograms::slow, new Config(out.toString(), 96, BATCH, ""))
            .scaling(ScalingConfig.workers(1, 3))
            .run(runs.settings("scaled").listener(scaling(Map.of(2, 1, 5, 3))))
            .fit();
    assertThat(result.attempts()).isGreaterThanOrEqualTo(2);
    assertThat(Weights.read(out, 1).ranks().getFirst()).isEqualTo(one.ranks().getFirst());
  }

  /// Asks for so many workers at the end of some epochs.
  private RunListener scaling(Map<Integer, Integer> workers) {
    String run = directory.resolve("runs").resolve("scaled").toString();
    return new RunListener() {
      @Override
      public void report(Report report) {
        Integer wanted = workers.get((int) report.metrics().number("epoch"));
        if (wanted != null && report.rank() == 0) {
          Manta.local().scale(run, wanted);
        }
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"share", "norm", "plain", "lanes", "twice"})
  void whatCannotBeExactIsRefused(String mode) {
    var config = new Config("", 64, 32, mode);
    int workers = mode.equals("lanes") ? 2 : 1;
    TorchTrainer trainer =
        runs.trainer(workers, ExactPrograms::inexact, config)
            .scaling(ScalingConfig.inProcess(workers));
    assertThatThrownBy(trainer::fit).hasMessageContaining("exact mode");
  }
}
