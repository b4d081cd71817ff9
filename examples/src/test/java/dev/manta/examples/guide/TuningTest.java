package dev.manta.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.RunConfig;
import dev.manta.tune.Point;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.Study;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
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

  @Test
  void aDescentIsTunedAndTrialsThatAreBehindAreStopped() {
    ResultGrid results = Descent.search(run("descent"));
    assertThat(results.errors()).isEmpty();
    assertThat(results.trials()).anyMatch(each -> each.reports().size() < 27);
    assertThat(results.best().metrics().number("loss")).isLessThan(0.5);
  }

  @Test
  void aParameterExistsOnlyForSomeValuesOfAnother() {
    ResultGrid results = DescentKinds.search(run("kinds"));
    assertThat(results.errors()).isEmpty();
    assertThat(results.trials())
        .allSatisfy(
            each -> {
              var config = each.config(DescentKinds.Config.class);
              assertThat(config.momentum().isPresent()).isEqualTo(config.kind().equals("momentum"));
            });
    assertThat(results.best().metrics().number("loss")).isLessThan(1);
  }

  @Test
  void aStudyIsAskedAndTold() {
    assertThat(AskAndTell.best().value()).isLessThan(1);
  }

  @Test
  void conditionsComputedValuesAndNestedRecordsMakeConfigs() {
    var setup = Study.minimize(Spaces.ofRecord(), "loss").searcher(Searcher.random());
    Study study = setup.start();
    for (int i = 0; i < 50; i++) {
      var config = study.config(study.ask(), Spaces.Config.class);
      boolean isSgd = config.optimizer().kind() == Spaces.Kind.SGD;
      assertThat(config.optimizer().momentum().isPresent()).isEqualTo(isSgd);
      assertThat(config.layers()).isIn(1, 2, 4);
      assertThat(config.warmupSteps()).isEqualTo(100 * config.layers());
    }
  }

  @Test
  void aSpaceWithoutARecordGivesPoints() {
    Study study = Study.minimize(Spaces.ofNames(), "loss").searcher(Searcher.random()).start();
    for (int i = 0; i < 50; i++) {
      Point point = study.ask().point();
      assertThat(point.find("momentum").isPresent()).isEqualTo(point.text("kind").equals("sgd"));
    }
  }
}
