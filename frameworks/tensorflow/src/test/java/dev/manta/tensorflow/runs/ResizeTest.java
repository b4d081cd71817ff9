package dev.manta.tensorflow.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.cluster.Resources;
import dev.manta.tensorflow.Predictor;
import dev.manta.tensorflow.TensorflowTrainer;
import dev.manta.tensorflow.runs.ResizedTraining.Config;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.train.History;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ResizeTest {
  @TempDir Path directory;

  @Test
  void aRunThatGrowsToThreeWorkersAndShrinksToTwoLearnsWhatOneWorkerLearns() {
    Result resized = fit("resized", ScalingConfig.workers(1, 3).perWorker(Resources.cpus(1000)), 2);
    Result alone = fit("alone", ScalingConfig.inProcess(1), 0);
    assertThat(resized.attempts()).isEqualTo(3);
    assertThat(numbers(resized, "ranks").values()).contains(1.0, 3.0, 2.0);
    float[][] expected = logits(alone);
    for (int row = 0; row < expected.length; row++) {
      assertThat(logits(resized)[row]).containsExactly(expected[row], within(1e-5f));
    }
  }

  private static float[][] logits(Result result) {
    try (Predictor predictor = Predictor.of(result.latestCheckpoint().orElseThrow().checkpoint())) {
      return predictor.predict(new float[][] {{1, 0, 0, 0}, {0, 1, 0, 0}, {0.5f, -0.5f, 1, 1}});
    }
  }

  private Result fit(String name, ScalingConfig scaling, int changes) {
    Path run = directory.resolve(name);
    return TensorflowTrainer.of(
            ResizedTraining::train, new Config(run.resolve("control").toString(), changes))
        .dataset("rows", ContractRows.of(300))
        .scaling(scaling)
        .run(
            RunConfig.named(name)
                .storage(directory.toString())
                .listener(new Sizes(run, changes))
                .quiet())
        .fit();
  }

  /// A metric by the step that reported it.
  private static Map<Long, Double> numbers(Result result, String metric) {
    Map<Long, Double> numbers = new TreeMap<>();
    result
        .history()
        .rows()
        .map(History.Row::report)
        .forEach(report -> numbers.put(report.step(), report.metrics().number(metric)));
    return numbers;
  }

  /// Asks for another size in each attempt.
  private static final class Sizes implements RunListener {
    private static final List<Integer> NEXT = List.of(3, 2);

    private final Path run;
    private final int changes;
    private int asked;

    Sizes(Path run, int changes) {
      this.run = run;
      this.changes = changes;
    }

    @Override
    public void report(Report report) {
      if (report.attempt() == asked + 1 && asked < changes) {
        Manta.local().scale(run.toString(), NEXT.get(asked++));
      }
    }
  }
}
