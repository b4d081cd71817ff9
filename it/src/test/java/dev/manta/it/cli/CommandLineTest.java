package dev.manta.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandLineTest {
  @TempDir Path directory;

  private Manta loop(String method, String... more) throws IOException {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("run", "--loop", "dev.manta.it.cli.Loops::" + method));
    args.addAll(List.of("--storage", directory.toString(), "--name", "mine"));
    args.addAll(List.of(more));
    return manta(args.toArray(String[]::new));
  }

  private Manta manta(String... args) throws IOException {
    return Manta.start(directory.resolve("caches"), args);
  }

  @Test
  void aLoopRunsWithTheConfigAndWorkersThatWereTyped() throws Exception {
    try (Manta run =
        loop("count", "--config", "lr=0.5", "--config", "epochs=3", "--workers", "2")) {
      assertThat(run.exitCode()).as(run.output()).isEqualTo(0);
      assertThat(run.output())
          .contains("mine finished", "epoch 2  rate 0.5000  size 2", "manta show ");
    }
    try (Manta show = manta("show", "mine", "--storage", directory.toString())) {
      assertThat(show.exitCode()).isEqualTo(0);
      assertThat(show.output()).contains("mine  finished", "dev.manta.it.cli.Loops::count");
    }
    String file = directory.resolve("mine.parquet").toString();
    try (Manta export =
        manta("export", "mine", "--parquet", file, "--storage", directory.toString())) {
      assertThat(export.exitCode()).as(export.output()).isEqualTo(0);
      assertThat(Dataset.parquet(file).takeAll())
          .hasSize(6)
          .allSatisfy(row -> assertThat(row.real("rate")).isEqualTo(0.5));
    }
  }

  @Test
  void aConfigThatDoesNotFitIsRefusedBeforeAnythingStarts() throws Exception {
    try (Manta run = loop("count", "--config", "lr=0.5", "--config", "epoch=3")) {
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.output()).startsWith("manta: config.").contains("epoch").hasLineCount(1);
    }
    assertThat(directory.resolve("mine")).doesNotExist();
  }

  @Test
  void ctrlCStopsWithACheckpointAndExitsWith130() throws Exception {
    try (Manta run = loop("countForever", "--config", "lr=1", "--config", "epochs=1")) {
      run.awaitLine("step ");
      run.interrupt();
      assertThat(run.exitCode()).as(run.output()).isEqualTo(130);
      assertThat(run.output()).contains("mine stopped after", "latest", "resumes from the latest");
    }
  }

  @Test
  void aLoopWithoutANameThatWasStoppedResumesByWhatItSays() throws Exception {
    String[] command = {
      "run",
      "--loop",
      "dev.manta.it.cli.Loops::countForever",
      "--storage",
      directory.toString(),
      "--config",
      "lr=1",
      "--config",
      "epochs=1"
    };
    String said = stopped(command, "step ");
    assertThat(said).doesNotContain("the same command");
    String marker = "to resume from the latest checkpoint type: manta ";
    assertThat(said).contains(marker + "run --name loops --loop ");

    String typed = said.substring(said.indexOf(marker) + marker.length()).lines().findFirst().get();
    assertThat(stopped(typed.split(" "), "run loops resumes from checkpoint"))
        .doesNotContain("warning: run")
        .contains("the same command again resumes from the latest checkpoint");
  }

  /// Runs a command until it has printed something, presses Ctrl-C, and returns all it printed.
  private String stopped(String[] command, String line) throws Exception {
    try (Manta run = manta(command)) {
      run.awaitLine(line);
      run.awaitLine("step ");
      run.interrupt();
      assertThat(run.exitCode()).as(run.output()).isEqualTo(130);
      return run.output();
    }
  }

  private Path program(int epochs, int pauseMillis) throws IOException {
    return Files.writeString(
        directory.resolve("Small.java"),
        """
        import dev.manta.Trainer;
        import dev.manta.train.*;

        public class Small {
          record Config(int epochs) {}

          static void train(TrainContext<Config> ctx) throws InterruptedException {
            for (int epoch : ctx.epochs(ctx.config().epochs())) {
              System.out.println("hello from epoch " + epoch);
              ctx.report(Metrics.of("epoch", epoch));
              Thread.sleep(%s);
            }
          }

          public static void main(String[] args) {
            var run = RunConfig.named("small").storage(args[0]);
            var result = Trainer.of(Small::train, new Config(%s)).run(run).fit();
            System.out.println("epoch " + result.metrics().get("epoch") + " was the last");
          }
        }
        """
            .formatted(pauseMillis, epochs));
  }

  @Test
  void aProgramThatWasStoppedExitsWith130() throws Exception {
    Path file = program(1_000_000, 20);
    try (Manta run = manta("run", file.toString(), directory.resolve("runs").toString())) {
      run.awaitLine("hello from epoch 1");
      run.interrupt();
      assertThat(run.exitCode()).as(run.output()).isEqualTo(130);
      assertThat(run.output()).contains("small stopped after", "was the last");
    }
  }

  @Test
  void aSourceFileRunsAndRunsAgain() throws Exception {
    Path file = program(2, 0);
    for (String name : List.of("small", "small-2")) {
      try (Manta run = manta("run", file.toString(), directory.resolve("runs").toString())) {
        assertThat(run.exitCode()).as(run.output()).isEqualTo(0);
        assertThat(run.output())
            .contains("[rank 0] hello from epoch 1", name + " finished", "epoch 1 was the last");
      }
    }
  }
}
