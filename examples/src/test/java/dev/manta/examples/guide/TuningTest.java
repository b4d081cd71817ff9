package dev.manta.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.RunConfig;
import dev.manta.tune.ResultGrid;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TuningTest {
  @TempDir Path storage;

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  @Test
  void aFunctionOfAConfigIsTuned() {
    ResultGrid results = Tuning.search(run("search"));
    assertThat(results.size()).isEqualTo(40);
    assertThat(results.best().metrics().number("loss")).isLessThan(0.1);
    assertThat(results.best().config(Tuning.Config.class).degree()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void trialsThatAreBehindAreStopped() {
    ResultGrid results = Tuning.searchEarlyStopping(run("early"));
    assertThat(results.errors()).isEmpty();
    assertThat(results.trials()).anyMatch(each -> each.reports().size() < 20);
    assertThat(results.best().checkpoint()).isPresent();
  }

  @Test
  void theTrialsOfATrainerAreRuns() {
    ResultGrid results = Tuning.searchRuns(run("runs"));
    assertThat(results.errors()).isEmpty();
    assertThat(results.best().config(Tuning.Config.class).degree()).isEqualTo(3);
    assertThat(storage.resolve("runs/trials/trial-00001/run.json")).exists();
  }

  @Test
  void resultsAreReadAndDrawn() throws IOException {
    ResultGrid results = Tuning.searchEarlyStopping(run("read"));
    assertThat(Tuning.summary(results.path()))
        .startsWith("best: trial " + results.best().number() + " ")
        .hasLineCount(7);
    assertThat(Tuning.bests(results)).hasSize(3).first().isEqualTo(results.best());
    Path file = storage.resolve("history.svg");
    Tuning.draw(results, file);
    assertThat(file).content().startsWith("<svg ").contains("best so far");
  }
}
