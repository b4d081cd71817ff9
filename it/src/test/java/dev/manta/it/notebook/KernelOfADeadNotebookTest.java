package dev.manta.it.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A notebook's server that is killed cannot end its kernels.
@Timeout(120)
class KernelOfADeadNotebookTest {
  @TempDir Path home;

  @Test
  void aKernelWhoseNotebookIsKilledStopsItsRunWithACheckpointAndEnds()
      throws IOException, InterruptedException {
    Process notebook = new ProcessBuilder("sleep", "600").start();
    var environment = Map.of("JPY_PARENT_PID", Long.toString(notebook.pid()));
    try (RunningKernel kernel = RunningKernel.start(home, environment)) {
      beginEndlessRun(kernel);
      notebook.destroyForcibly();
      assertThat(kernel.awaitEnd()).isZero();
    } finally {
      notebook.destroyForcibly();
    }
    Result result = Result.fromPath(home.resolve("endless").toString());
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  private void beginEndlessRun(RunningKernel kernel) {
    kernel.run(
        """
        void endless(TrainContext<String> ctx) {
          float[] weights = {0};
          ctx.live("weights", weights);
          for (int epoch : ctx.epochs(1_000_000)) {
            weights[0]++;
            ctx.report(Metrics.of("weight", weights[0]), ctx.snapshot());
          }
        }
        """);
    String asked =
        kernel.begin(
            "Trainer.of(ctx -> endless(ctx), \"\").run(RunConfig.named(\"endless\").storage(\"%s\").tracker(chart())).fit()"
                .formatted(home));
    kernel.awaitNews(asked, message -> message.type().equals("update_display_data"));
  }
}
