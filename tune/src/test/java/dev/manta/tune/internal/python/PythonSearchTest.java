package dev.manta.tune.internal.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Study;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialHistory;
import dev.manta.tune.TrialState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What comes of a Python that goes wrong, with a fake in its place.
@Timeout(300)
class PythonSearchTest {
  private static final Space SPACE =
      Space.of().uniform("x", -5, 5).integer("layers", 1, 8).choice("kind", "a", "b");

  @TempDir Path directory;
  private FakePython fake;

  @BeforeEach
  void begin() {
    fake = new FakePython(directory);
  }

  private Study.Setup setup(Searcher searcher) {
    return Study.minimize(SPACE, "loss").searcher(searcher).seed(3);
  }

  private Study.Setup manner(String manner) {
    return setup(Searcher.optuna().python(fake.manner(manner)));
  }

  /// Two trials at a time; some fail.
  private static List<Point> run(Study study, int trials) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < trials; i++) {
      points.add(step(study));
    }
    return points;
  }

  private static Point step(Study study) {
    Trial begun = study.ask();
    List<Trial> trials = study.trials();
    if (trials.size() % 4 == 0) {
      study.tellFailed(begun);
    } else if (trials.size() > 1 && trials.size() % 4 != 1) {
      study.tell(begun, Math.abs(begun.point().number("x")));
    }
    return begun.point();
  }

  private List<Point> undisturbed(int trials) {
    try (Study study = manner("steady").start()) {
      return run(study, trials);
    }
  }

  @Test
  void oneProcessAnswersASearch() {
    assertThat(undisturbed(12)).doesNotHaveDuplicates();
    assertThat(fake.begun()).hasSize(1);
  }

  @Test
  void aProcessThatIsKilledIsBegunAgainAndAnswersAsTheFirstWould() throws Exception {
    List<Point> expected = undisturbed(12);
    List<Point> points;
    try (Study study = manner("steady").start()) {
      points = run(study, 6);
      fake.running().forEach(ProcessHandle::destroyForcibly);
      fake.awaitEnds();
      points.addAll(run(study, 6));
    }
    assertThat(points).isEqualTo(expected);
    assertThat(fake.begun()).hasSize(3);
  }

  @Test
  void aProcessThatDiesOverAQuestionIsAskedItOnceMore() {
    List<Point> points;
    try (Study study = manner("dies once").start()) {
      points = run(study, 12);
    }
    assertThat(fake.begun()).hasSize(2);
    assertThat(points).isEqualTo(undisturbed(12));
  }

  @Test
  void aStudyThatIsResumedIsSuggestedWhatTheUndisturbedOneWas() {
    List<Point> expected = undisturbed(12);
    try (Study first = manner("steady").start()) {
      run(first, 7);
      List<Point> begun = first.trials().stream().map(Trial::point).toList();
      try (Study second = manner("steady").resume(begun, first.ended())) {
        assertThat(run(second, 5)).isEqualTo(expected.subList(7, 12));
      }
    }
  }

  @Test
  void askingAgainWithoutAnEventGivesTheSamePoint() {
    var searcher = Searcher.optuna().python(fake.manner("steady"));
    try (Study study = setup(searcher).start();
        Study repeated = setup(searcher.repeated(2)).start()) {
      Point first = study.ask().point();
      assertThat(repeated.ask().point()).isEqualTo(first);
      assertThat(repeated.ask().point()).isEqualTo(first);
    }
  }

  private AbstractThrowableAssert<?, ? extends Throwable> failure(
      Study.Setup setup, ErrorCode code) {
    try (Study study = setup.start()) {
      return assertThatThrownBy(() -> run(study, 12))
          .isInstanceOfSatisfying(MantaException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
  }

  @Test
  void aProcessThatDiesTwiceOverAQuestionIsAnErrorWithItsLastLines() {
    failure(manner("dies"), ErrorCode.CLUSTER)
        .hasMessageContaining("ended twice")
        .hasMessageContaining("exit status 9")
        .hasMessageContaining("out of memory");
    assertThat(fake.begun()).hasSize(2);
  }

  @Test
  void aProcessThatDiesAtOnceIsAnErrorWithItsLastLines() {
    failure(manner("old"), ErrorCode.CLUSTER)
        .hasMessageContaining("exit status 3")
        .hasMessageContaining("Segmentation fault of an old library");
  }

  @Test
  void aProgramThatIsNoPythonIsAnError() {
    failure(setup(Searcher.optuna().python(Path.of("/bin/true"))), ErrorCode.CLUSTER)
        .hasMessageContaining("exit status 0");
  }

  @Test
  void aProcessThatHangsIsEndedWhenItsTimeIsOver() throws Exception {
    var searcher = Searcher.optuna().python(fake.manner("hangs"));
    failure(setup(searcher.answersWithin(Duration.ofSeconds(3))), ErrorCode.CLUSTER)
        .hasMessageContaining("did not answer within PT3S")
        .hasMessageContaining("answersWithin(…)");
    fake.awaitEnds();
  }

  @Test
  void nobodyWaitsForAnAnswerThatIsNotWantedAnyMore() throws Exception {
    var history = new TrialHistory(SPACE, List.of(Goal.minimize("loss")), 3, OptionalInt.empty());
    for (int i = 0; i < 3; i++) {
      history.begin(((Suggestion.Try) Searcher.random().suggest(history)).point());
      history.end(i, TrialState.COMPLETE, List.of(1.0), 1);
    }
    var searcher = Searcher.optuna().python(fake.manner("hangs"));
    FutureTask<Suggestion> suggestion = new FutureTask<>(() -> searcher.suggest(history));
    Thread.ofPlatform().daemon().start(suggestion);
    while (fake.begun().isEmpty()) {
      LockSupport.parkNanos(100_000);
    }
    history.cache().cancel();
    assertThatThrownBy(suggestion::get).hasCauseInstanceOf(CancellationException.class);
    fake.awaitEnds();
  }

  @Test
  void whatIsNoAnswerIsAnErrorThatShowsIt() {
    failure(manner("babbles"), ErrorCode.USER)
        .hasMessageContaining("answered A new study created in memory");
    failure(manner("few"), ErrorCode.USER).hasMessageContaining("expected 3 values, found 0");
  }

  @Test
  void aPointOutsideOfTheSpaceIsAnErrorThatNamesTheParameter() {
    failure(manner("outside"), ErrorCode.USER)
        .hasMessageContaining("x = 1000, which is not between -5.0 and 5.0");
  }

  @Test
  void whatALibraryThrowsIsAnErrorWithItsTraceback() {
    failure(manner("throws"), ErrorCode.USER)
        .hasMessageContaining("optuna(auto) failed with ValueError: low > high")
        .hasMessageContaining("deep inside");
  }

  @Test
  void aMissingInterpreterIsAnErrorThatSaysHowToNameOne() {
    failure(setup(Searcher.hyperopt().python(Path.of("/nowhere/python"))), ErrorCode.USER)
        .hasMessageContaining("hyperopt(tpe) needs Python, but /nowhere/python cannot be started")
        .hasMessageContaining("MANTA_PYTHON");
  }

  @Test
  void aStudyThatIsClosedEndsItsProcessAndMayBeAskedAgain() throws Exception {
    Study study = manner("steady").start();
    run(study, 3);
    study.close();
    fake.awaitEnds();
    run(study, 1);
    assertThat(fake.running()).hasSize(1);
    study.close();
    fake.awaitEnds();
  }

  @Test
  void aStudyThatNobodyHoldsLosesItsProcess() throws Exception {
    run(manner("steady").start(), 3);
    ProcessHandle process = fake.running().getFirst();
    while (process.isAlive()) { // the test's time limit ends it
      System.gc();
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void anInterruptedThreadIsAnsweredAndStaysInterrupted() {
    List<Point> expected = undisturbed(3);
    try (Study study = manner("steady").start()) {
      Thread.currentThread().interrupt();
      assertThat(run(study, 3)).isEqualTo(expected);
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aSpaceWithOnePointNeedsNoPython() {
    Space only = Space.of().constant("x", 1).choice("kind", "a");
    var searcher = Searcher.optuna().python(Path.of("/nowhere/python"));
    try (Study study = Study.minimize(only, "loss").searcher(searcher).start()) {
      assertThat(study.ask().point()).isEqualTo(Point.of("x", 1).with("kind", "a"));
    }
  }

  @Test
  void aMissingPackageIsAnErrorThatSaysHowToInstallIt() {
    Path bare = fake.bare();
    failure(setup(Searcher.optuna().python(bare)), ErrorCode.USER)
        .hasMessageContaining(bare + " -m pip install optuna");
    failure(setup(Searcher.hyperopt().python(bare)), ErrorCode.USER)
        .hasMessageContaining(bare + " -m pip install hyperopt");
  }

  @Test
  void whatALibraryPrintsIsNoAnswer() {
    try (Study study = setup(Searcher.hyperopt().python(fake.stubs())).start()) {
      Point middle = Point.of("x", 0.0).with("layers", 4).with("kind", "b");
      assertThat(run(study, 4)).containsOnly(middle);
    }
  }

  @Test
  void whatALibraryThrowsIsAnErrorThatNamesIt() {
    try (Study study = setup(Searcher.hyperopt().python(fake.stubs())).start()) {
      study.tell(study.ask(), 6);
      assertThatThrownBy(study::ask)
          .hasMessageContaining("hyperopt(tpe) failed with ValueError: a loss above 5")
          .hasMessageContaining("a line of a native library")
          .hasMessageContaining("in suggest");
    }
  }
}
