package dev.manta.testkit.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.testkit.python.Python;
import dev.manta.train.RunConfig;
import dev.manta.tune.OptunaSampler;
import dev.manta.tune.Point;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Study;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialResult;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Real Optuna: what it finds, and what it suggests after its process or its experiment has ended.
@Timeout(300)
class OptunaExperimentTest {
  private static final Space SPACE = Space.of().uniform("x", -5, 5).integer("layers", 1, 4);

  @TempDir Path storage;

  // region: optuna
  private static ResultGrid search(Path python, RunConfig run) {
    return Tuner.of(
            Point.class, point -> Math.pow(point.number("x") - 1, 2) + point.whole("layers"))
        .space(Space.of().uniform("x", -5, 5).integer("layers", 1, 4))
        .search(
            TuneConfig.minimize("loss")
                .samples(40)
                .concurrent(1)
                .searcher(Searcher.optuna(OptunaSampler.TPE).python(python)))
        .run(run)
        .threads()
        .fit();
  }

  // endregion

  private static double loss(Point point) {
    return Math.pow(point.number("x") - 1, 2) + point.whole("layers");
  }

  @Test
  void optunaFindsTheBottomOfABowlAsInAStudy() {
    Path python = Python.with("optuna");
    RunConfig run = RunConfig.named("bowl").storage(storage.toString()).quiet();
    ResultGrid results = search(python, run);
    assertThat(results.best().metrics().number("loss")).isLessThan(1.5);
    List<Point> points = results.trials().stream().map(TrialResult::point).toList();
    var searcher = Searcher.optuna(OptunaSampler.TPE).python(python);
    try (Study study = Study.minimize(SPACE, "loss").searcher(searcher).start()) {
      assertThat(run(study, 40)).isEqualTo(points);
    }
  }

  private static List<Point> run(Study study, int trials) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < trials; i++) {
      Trial trial = study.ask();
      points.add(trial.point());
      study.tell(trial, loss(trial.point()));
    }
    return points;
  }

  @ParameterizedTest
  @EnumSource(names = {"TPE", "CMA_ES", "NSGA_II"})
  void aKilledPythonAndAResumedStudyContinueAsIfNothingHadHappened(OptunaSampler sampler)
      throws Exception {
    killAndResume(sampler);
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "GP", "RANDOM", "QMC"})
  @Tag("campaign")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void theOtherSamplersContinueAsIfNothingHadHappenedToo(OptunaSampler sampler) throws Exception {
    killAndResume(sampler);
  }

  private static void killAndResume(OptunaSampler sampler) throws Exception {
    var searcher = Searcher.optuna(sampler).python(Python.with("optuna"));
    needs(sampler).forEach(Python::with);
    var setup = Study.minimize(SPACE, "loss").searcher(searcher).seed(5);
    List<Point> expected = undisturbed(setup);
    try (Study killed = setup.start()) {
      List<Point> points = run(killed, 17);
      kill();
      List<Point> begun = killed.trials().stream().map(Trial::point).toList();
      List<Trial> ended = killed.ended();
      points.addAll(run(killed, 7));
      assertThat(points).isEqualTo(expected);
      try (Study resumed = setup.resume(begun, ended)) {
        assertThat(run(resumed, 7)).isEqualTo(expected.subList(17, 24));
      }
    }
  }

  private static List<Point> undisturbed(Study.Setup setup) {
    try (Study study = setup.start()) {
      return run(study, 24);
    }
  }

  private static List<String> needs(OptunaSampler sampler) {
    return switch (sampler) {
      case GP -> List.of("torch", "scipy");
      case CMA_ES -> List.of("cmaes");
      case QMC -> List.of("scipy");
      case AUTO, TPE, NSGA_II, RANDOM -> List.of();
    };
  }

  private static void kill() throws Exception {
    try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
      for (ProcessHandle each : children.toList()) {
        assertThat(each.destroyForcibly()).isTrue();
        each.onExit().get(30, TimeUnit.SECONDS);
      }
    }
  }
}
