package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.tune.space.Uniform;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class StudyTest {
  record Config(@Uniform(low = -5, high = 5) double x, @Uniform(low = -5, high = 5) double y) {}

  private static double bowl(Config config) {
    return (config.x() - 1) * (config.x() - 1) + (config.y() + 2) * (config.y() + 2);
  }

  private static Study run(Study.Setup setup, int trials) {
    Study study = setup.start();
    for (int i = 0; i < trials; i++) {
      Trial trial = study.ask();
      study.tell(trial, bowl(study.config(trial, Config.class)));
    }
    return study;
  }

  private static Study.Setup bowl() {
    return Study.minimize(Space.of(Config.class), "loss");
  }

  @Test
  void searchersFindTheBottomOfABowl() {
    assertThat(run(bowl().searcher(Searcher.gaussianProcess()), 30).best().value())
        .isLessThan(1e-3);
    assertThat(run(bowl().searcher(Searcher.tpe()), 100).best().value()).isLessThan(0.1);
    assertThat(run(bowl().searcher(Searcher.cmaEs()), 200).best().value()).isLessThan(1e-3);
    assertThat(run(bowl().trials(30), 30).best().value()).isLessThan(1e-3);
  }

  @Test
  void aMaximizedMetricIsTheNegativeOfAMinimizedOne() {
    Study down = bowl().searcher(Searcher.tpe()).start();
    Study up = Study.maximize(Space.of(Config.class), "score").searcher(Searcher.tpe()).start();
    for (int i = 0; i < 30; i++) {
      Trial one = down.ask();
      Trial other = up.ask();
      assertThat(other.point()).isEqualTo(one.point());
      double loss = bowl(down.config(one, Config.class));
      down.tell(one, loss);
      up.tell(other, -loss);
    }
    assertThat(up.best().number()).isEqualTo(down.best().number());
  }

  @Test
  void nanIsNeverTheBest() {
    Study study = bowl().start();
    study.tell(study.ask(), Double.NaN);
    assertThatThrownBy(study::best)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("no trial has ended with a value yet");
    study.tell(study.ask(), 3.0);
    study.tell(study.ask(), Double.NEGATIVE_INFINITY);
    study.tellFailed(study.ask());
    assertThat(study.best().value()).isEqualTo(3.0);
    assertThat(study.trials())
        .extracting(Trial::state)
        .containsExactly(
            TrialState.FAILED, TrialState.COMPLETE, TrialState.FAILED, TrialState.FAILED);
  }

  @Test
  void aTrialEndsOnce() {
    Study study = bowl().start();
    Trial trial = study.ask();
    study.tell(trial, 1);
    assertThatThrownBy(() -> study.tell(trial, 2))
        .hasMessage("trial 0 has ended already: it is COMPLETE");
  }

  @Test
  void aSpaceOfConstantsHasOnePoint() {
    Space space = Space.of().constant("a", 1);
    for (Searcher each :
        List.of(Searcher.tpe(), Searcher.gaussianProcess(), Searcher.cmaEs(), Searcher.random())) {
      Study study = Study.minimize(space, "loss").searcher(each).start();
      for (int i = 0; i < 15; i++) {
        Trial trial = study.ask();
        assertThat(trial.point()).isEqualTo(Point.of("a", 1));
        study.tell(trial, i);
      }
    }
  }

  @Test
  void aGridEnds() {
    Study study =
        Study.minimize(Space.of().grid("a", 1, 2).grid("b", "x", "y", "z"), "loss")
            .searcher(Searcher.grid())
            .start();
    Set<Point> points = new HashSet<>();
    study.poll().ifPresent(trial -> points.add(trial.point()));
    for (int i = 0; i < 5; i++) {
      points.add(study.ask().point());
    }
    assertThat(points).hasSize(6);
    assertThat(study.poll()).isEmpty();
    assertThatThrownBy(study::ask).hasMessageContaining("all 6 points of the grid have been tried");
  }

  @Test
  void aGridOfABillionPointsIsRefusedWithItsFactors() {
    Space space = Space.of().integer("a", 1, 1000).integer("b", 1, 1000).integer("c", 1, 1000);
    assertThatThrownBy(() -> Study.minimize(space, "loss").searcher(Searcher.grid()).start())
        .hasMessageContaining("the grid has 1000000000 points (a 1000 × b 1000 × c 1000)");
    assertThatThrownBy(
            () ->
                Study.minimize(Space.of().uniform("x", 0, 1), "loss")
                    .searcher(Searcher.grid())
                    .start())
        .hasMessageContaining("x=uniform(0.0, 1.0) has none");
  }

  @Test
  void theLimiterLetsNoMoreRun() {
    Study study = bowl().searcher(Searcher.random().limitedTo(2)).start();
    Trial first = study.ask();
    study.ask();
    assertThatThrownBy(study::ask).hasMessageContaining("2 trials run, at most 2 may");
    study.tell(first, 1);
    assertThat(study.ask().number()).isEqualTo(2);
  }

  /// Suggests at random, and remembers what it is told.
  private record Listening(List<List<Double>> heard) implements Searcher {
    @Override
    public Suggestion suggest(Trials trials) {
      heard.add(trials.ended().stream().map(Trial::value).toList());
      return Searcher.random().suggest(trials);
    }
  }

  @Test
  void repeatedPointsAreToldByTheirMean() {
    List<List<Double>> heard = new ArrayList<>();
    Study study = bowl().searcher(new Listening(heard).repeated(2)).start();
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < 40; i += 2) {
      Trial first = study.ask();
      Trial second = study.ask();
      assertThat(second.point()).isEqualTo(first.point());
      assertThat(heard.getLast()).isEqualTo(means);
      study.tell(first, i + 100);
      study.tell(second, i - 100);
      means.add((double) i);
    }
    assertThat(heard).hasSize(20);
    assertThat(study.trials()).hasSize(40);
  }

  @Test
  void givenPointsComeFirst() {
    Point given = Point.of("x", 1.0).with("y", -2.0);
    Study study = bowl().searcher(Searcher.tpe().startingWith(List.of(given))).start();
    assertThat(study.ask().point()).isEqualTo(given);
    assertThatThrownBy(
            () ->
                bowl().searcher(Searcher.tpe().startingWith(List.of(given.with("x", 9.0)))).start())
        .hasMessage("x is 9.0, which is not in uniform(-5.0, 5.0)");
  }

  @Test
  void trialsOfAnEarlierSearchSaveTheFirstOnes() {
    List<Trial> earlier = run(bowl().searcher(Searcher.sobol()), 40).trials();
    Study study = run(bowl().seed(9).searcher(Searcher.gaussianProcess().knowing(earlier)), 8);
    assertThat(study.best().value()).isLessThan(1e-2);
  }

  @Test
  void severalGoalsHaveAFront() {
    Study study =
        Study.minimize(Space.of(Config.class), "near")
            .minimize("far")
            .searcher(Searcher.nsga2())
            .trials(120)
            .start();
    for (int i = 0; i < 120; i++) {
      Trial trial = study.ask();
      Config config = study.config(trial, Config.class);
      double here = config.x() * config.x() + config.y() * config.y();
      double there = (config.x() - 2) * (config.x() - 2) + config.y() * config.y();
      study.tell(trial, List.of(here, there));
    }
    List<Trial> front = study.front();
    assertThat(front).hasSizeGreaterThan(5);
    assertThat(front)
        .filteredOn(each -> Math.abs(each.point().number("y")) < 1)
        .hasSizeGreaterThan(3);
    assertThatThrownBy(
            () ->
                Study.minimize(Space.of(Config.class), "a")
                    .minimize("b")
                    .searcher(Searcher.tpe())
                    .start())
        .hasMessageContaining("searches for one goal, but there are 2");
  }

  @Test
  void aResumedStudyAsksWhatTheFirstWouldHaveAsked() {
    Study.Setup setup = bowl().searcher(Searcher.tpe()).seed(4);
    Study study = run(setup, 25);
    Trial running = study.ask();
    List<Point> begun = study.trials().stream().map(Trial::point).toList();
    Study resumed = setup.resume(begun, study.ended());
    assertThat(resumed.trials()).isEqualTo(study.trials());
    assertThat(resumed.ask()).isEqualTo(study.ask());
    resumed.tell(running, 1);
    study.tell(running, 1);
    assertThat(resumed.ask()).isEqualTo(study.ask());
  }

  @Test
  void manyThreadsAskAndTellAtOnce() throws Exception {
    Study study = bowl().searcher(Searcher.tpe()).start();
    Callable<Integer> work =
        () -> {
          for (int i = 0; i < 50; i++) {
            Trial trial = study.ask();
            study.tell(trial, bowl(study.config(trial, Config.class)));
          }
          return 50;
        };
    try (var threads = Executors.newFixedThreadPool(8)) {
      List<Future<Integer>> done = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        done.add(threads.submit(work));
      }
      for (Future<Integer> each : done) {
        assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo(50);
      }
    }
    assertThat(study.ended()).hasSize(400);
    assertThat(study.trials()).extracting(Trial::number).doesNotHaveDuplicates();
  }
}
