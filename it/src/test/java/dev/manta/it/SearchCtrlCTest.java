package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.tune.ResultGrid;
import dev.manta.tune.TrialReport;
import dev.manta.tune.TrialResult;
import dev.manta.tune.TrialState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ctrl-C on a search: the real signal, at a real process with worker processes.
class SearchCtrlCTest {
  private static final String SOURCE =
      """
      import dev.manta.checkpoint.Checkpoint;
      import dev.manta.train.Metrics;
      import dev.manta.tune.TrialContext;
      import java.nio.file.*;

      public final class Slow {
        public record Config(double x) {}

        /// Each trial trains until there is a file, and has a checkpoint of each step.
        public static void train(TrialContext<Config> trial) throws Exception {
          for (long step = trial.step() + 1; ; step++) {
            Path saved = Files.createTempDirectory("saved");
            Files.writeString(saved.resolve("step"), Long.toString(step));
            trial.report(
                Metrics.of("loss", trial.config().x() + 1.0 / step, "from", trial.step()),
                Checkpoint.fromDirectory(saved));
            if (Files.exists(Path.of("%s"))) {
              return;
            }
            Thread.sleep(20);
          }
        }

        public static void deaf(TrialContext<Config> trial) throws Exception {
          trial.report(Metrics.of("loss", ProcessHandle.current().pid()));
          Thread.sleep(600_000);
        }
      }
      """;

  @TempDir Path home = Path.of("");

  private List<String> words(String function) throws Exception {
    Path program = home.resolve("Slow.java");
    Files.writeString(program, SOURCE.formatted(home.resolve("enough")));
    List<String> words = new ArrayList<>(List.of("tune", "--loop", "Slow::" + function));
    words.addAll(List.of("--metric", "loss", "--space", "x=uniform(0, 1)", "--samples", "4"));
    words.addAll(List.of("--concurrent", "2", "--name", "slow", program.toString()));
    return words;
  }

  private ResultGrid results() {
    return ResultGrid.fromPath(home.resolve("manta-runs/slow").toString());
  }

  @Test
  void pressedOnceItStopsTrialsWithTheirCheckpointsAndTheSameNameResumesThem() throws Exception {
    Shell shell = new Shell(home);
    String[] words = words("train").toArray(String[]::new);
    Shell.Typed typed = shell.start(words);
    typed.awaitText("best loss", 1);
    typed.interrupt();
    Shell.Said said = typed.end();
    assertThat(said.status()).as(said.text()).isEqualTo(130);
    assertThat(said.text())
        .contains("Ctrl-C: trials stop at their next step, and the same name resumes them")
        .contains("searcher: Gaussian process, as 4 trials of 1 parameters are few")
        .contains("experiment slow is stopped; the same name resumes it");
    assertThat(results().isFinished()).isFalse();
    assertThat(results().trials()).noneMatch(each -> each.state() == TrialState.COMPLETE);
    Files.createFile(home.resolve("enough"));
    Shell.Said next = shell.manta(words);
    assertThat(next.status()).as(next.text()).isZero();
    assertThat(next.text()).contains("experiment slow has finished");
    assertThat(results().trials())
        .hasSize(4)
        .allMatch(each -> each.state() == TrialState.COMPLETE)
        .allSatisfy(SearchCtrlCTest::hasDoneEachStepOnce);
    assertThat(results().trials().getFirst().attempts()).isEqualTo(2);
    assertThat(results().trials().getFirst().metrics().number("from")).isPositive();
  }

  private static void hasDoneEachStepOnce(TrialResult trial) {
    List<Long> steps = trial.reports().stream().map(TrialReport::step).toList();
    assertThat(steps)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, steps.size()).boxed().toList());
  }

  @Test
  void pressedTwiceItEndsTrialsThatDoNotListen() throws Exception {
    Shell.Typed typed = new Shell(home).start(words("deaf").toArray(String[]::new));
    typed.awaitText("best loss", 1);
    typed.interrupt();
    typed.awaitText("once more ends them at once", 1);
    typed.interrupt();
    Shell.Said said = typed.end();
    assertThat(said.status()).as(said.text()).isEqualTo(130);
    assertThat(said.text()).contains("Ctrl-C: trials end at once; once more ends this program");
    results().trials().stream()
        .flatMap(each -> each.reports().stream())
        .map(each -> (long) each.metrics().number("loss"))
        .forEach(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
  }
}
