package dev.manta.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Resources;
import dev.manta.data.Dataset;
import dev.manta.train.FailureConfig;
import dev.manta.train.History;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What training with every framework must do, whatever happens to its ranks; each framework
/// extends this class. Workers are processes, of which some are killed and others frozen.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class TrainingContract {
  /// Reports after which something happens to a run: it is under way, and far from its end.
  private static final int EARLY = 3;

  private static final int ROWS = 600;
  private static final int TRIES = 5;

  private Path directory;
  private @Nullable PooledRuns opened;
  private @Nullable Result undisturbed;
  private LonelyTraining.@Nullable Ended lonely;

  /// A training over a dataset with the columns of [ContractRows] that is the same each time. After
  /// each round it reports the loss of all rows of all ranks as [#metric]; it can be stopped, and
  /// resumes; a checkpoint is stored when it is stopped, and at its end.
  protected abstract Trainer trainer(Dataset train, int rounds);

  /// The training that is compared with one worker's: another one where each worker draws rows by
  /// itself, as then two do not learn what one learns.
  protected Trainer compared(Dataset train, int rounds) {
    return trainer(train, rounds);
  }

  /// What a checkpoint has learned, as bytes that are equal where two trainings learned the same;
  /// read by the framework's own library.
  protected abstract byte[] learned(Checkpoint checkpoint) throws Exception;

  /// The loss of all rows, computed by the framework's own library in this process.
  protected abstract double loss(Checkpoint checkpoint, Dataset rows) throws Exception;

  /// The metric with the loss.
  protected String metric() {
    return "loss";
  }

  /// So many that a training lasts a second or two.
  protected int rounds() {
    return 60;
  }

  /// A loss that every training ends below.
  protected double goodLoss() {
    return 0.5;
  }

  /// How far two workers may end from one, in the loss.
  protected double workersApart() {
    return 1e-6;
  }

  /// How far a loss that was reported may be from that of the checkpoint.
  protected double rounding() {
    return 1e-5;
  }

  /// Whether a rank that survives a loss always trains on in another process: then there are no
  /// ports that it could keep.
  protected boolean survivorIsReplaced() {
    return false;
  }

  /// One for all tests, as they compare what they learn with the same run.
  @BeforeAll
  void open(@TempDir Path temporary) {
    directory = temporary;
  }

  private PooledRuns runs() {
    PooledRuns known = opened;
    if (known == null) {
      known = new PooledRuns(directory);
      opened = known;
    }
    return known;
  }

  @AfterAll
  void endProcesses() {
    if (opened != null) {
      opened.close();
    }
  }

  private Trainer trainer(int rows, int workers, RunConfig run) {
    return trainer(ContractRows.of(rows), rounds())
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  private Result train(int rows, int workers) {
    return runs().fit(trainer(rows, workers, runs().settings()), Disturbance.none());
  }

  private static Result finished(Result result) {
    assertThat(result.status()).as(result.reason()).isEqualTo(RunStatus.FINISHED);
    return result;
  }

  private static Checkpoint last(Result result) {
    return result.latestCheckpoint().orElseThrow().checkpoint();
  }

  /// Two workers that nothing happens to.
  private Result undisturbed() {
    Result known = undisturbed;
    if (known == null) {
      known = finished(train(ROWS, 2));
      undisturbed = known;
    }
    return known;
  }

  private double reported(Result result) {
    return result.metrics().number(metric());
  }

  private void requireSame(Result result) throws Exception {
    assertThat(learned(last(finished(result)))).isEqualTo(learned(last(undisturbed())));
  }

  /// The losses that each step was reported with, by all ranks.
  private Collection<Set<Double>> losses(Result result) {
    Map<Long, Set<Double>> losses = new TreeMap<>();
    result
        .history()
        .rows()
        .map(History.Row::report)
        .filter(report -> report.metrics().has(metric()))
        .forEach(
            report ->
                losses.computeIfAbsent(report.step(), _ -> new TreeSet<>()).add(loss(report)));
    return losses.values();
  }

  private double loss(Report report) {
    return report.metrics().number(metric());
  }

  @Test
  void allRanksReportTheSameLoss() {
    assertThat(losses(undisturbed())).isNotEmpty().allMatch(ranks -> ranks.size() == 1);
  }

  @Test
  void twoWorkersLearnWhatOneLearns() {
    double[] one = compared(1);
    double[] two = compared(2);
    assertThat(two).containsExactly(one, within(workersApart()));
    assertThat(two[two.length - 1]).isLessThan(goodLoss());
  }

  private double[] compared(int workers) {
    Trainer trainer =
        compared(ContractRows.of(ROWS), rounds())
            .scaling(ScalingConfig.workers(workers))
            .run(runs().settings());
    return flat(losses(finished(runs().fit(trainer, Disturbance.none()))));
  }

  private static double[] flat(Collection<Set<Double>> losses) {
    return losses.stream().flatMap(Set::stream).mapToDouble(loss -> loss).toArray();
  }

  @Test
  void theLossIsThatOfAllRowsWithWhatTheCheckpointHasLearned() throws Exception {
    assertThat(loss(last(undisturbed()), ContractRows.of(ROWS)))
        .isCloseTo(reported(undisturbed()), within(rounding()));
  }

  @Test
  void aRunThatWasStoppedLearnsTheSameWhenItResumes() throws Exception {
    RunConfig run = tried(this::stopped, Optional::isPresent).orElseThrow();
    requireSame(runs().fit(trainer(ROWS, 2, run.resuming()), Disturbance.none()));
  }

  /// A run that was stopped; empty where it finished before.
  private Optional<RunConfig> stopped() {
    RunConfig run = runs().settings();
    Result result = runs().fit(trainer(ROWS, 2, run), Disturbance.after(EARLY, Run::stop));
    return result.status() == RunStatus.STOPPED ? Optional.of(run) : Optional.empty();
  }

  /// A process of its own that trained, and lost rank 0.
  private LonelyTraining.Ended lonely() throws Exception {
    LonelyTraining.Ended known = lonely;
    if (known == null) {
      known = LonelyTraining.run(getClass(), directory.resolve("alone"));
      lonely = known;
    }
    return known;
  }

  @Test
  void aRunWhoseRank0IsKilledLearnsTheSame() throws Exception {
    assertThat(lonely().printed()).contains(LonelyTraining.text(learned(last(undisturbed()))));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRankThatSurvivesKeepsNoPortOfTheAttemptThatWasLost() throws Exception {
    assertThat(lonely().printed())
        .containsAnyOf(
            SurvivorPorts.NONE_LEFT,
            survivorIsReplaced() ? SurvivorPorts.NOT_OBSERVED : SurvivorPorts.NONE_LEFT);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aKilledRankLeavesNoProcessAndNoFile() throws Exception {
    assertThat(lonely().printed()).contains("learned ");
    assertThat(lonely().left()).isEmpty();
  }

  /// What [LonelyTraining] does in its own process, and prints.
  String killed(Path place) throws Exception {
    directory = place;
    try {
      Survived run = tried(this::rank0Killed, this::isObserved);
      return LonelyTraining.text(learned(last(run.result()))) + "\n" + run.ports().outcome();
    } finally {
      endProcesses();
    }
  }

  private boolean isObserved(Survived run) {
    return run.inTime() && (run.ports().isObserved() || survivorIsReplaced());
  }

  private record Survived(Result result, SurvivorPorts ports) {
    /// Whether rank 0 was lost before its last round: after it nobody stores a checkpoint again.
    boolean inTime() {
      return result.attempts() > 1 && result.latestCheckpoint().isPresent();
    }
  }

  private Survived rank0Killed() {
    var ports = new SurvivorPorts();
    return new Survived(alone(2, ports.rank0IsKilledAfter(EARLY)), ports);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRunOfWhichARankIsFrozenLearnsTheSame() throws Exception {
    requireSame(disturbed(run -> run.freeze(1)));
  }

  /// Trains in processes of its own, as some end before the run does.
  private Result disturbed(Consumer<Run> action) {
    return tried(() -> once(action), result -> result.attempts() > 1);
  }

  private Result once(Consumer<Run> action) {
    return alone(2, Disturbance.after(EARLY, action));
  }

  private Result alone(int workers, Disturbance disturbance) {
    return finished(runs().fitAlone(trainer(ROWS, workers, surviving()), disturbance));
  }

  private RunConfig surviving() {
    return runs().settings().failures(FailureConfig.retries(3).spares(0));
  }

  /// For the number of workers of a suite that wants to see more than two: a run of which one is
  /// killed, which is then stopped and resumes, learns what an undisturbed one learns.
  protected final void requireSameThroughAKillAndAResumeOf(int workers) throws Exception {
    Result undisturbed = finished(train(ROWS, workers));
    assertThat(losses(undisturbed)).isNotEmpty().allMatch(ranks -> ranks.size() == 1);
    RunConfig run = tried(() -> killedAndStopped(workers), Optional::isPresent).orElseThrow();
    Trainer resuming = trainer(ROWS, workers, run.resuming());
    Result resumed = finished(runs().fit(resuming, Disturbance.none()));
    assertThat(learned(last(resumed))).isEqualTo(learned(last(undisturbed)));
  }

  /// Empty where it finished before all of it had happened.
  private Optional<RunConfig> killedAndStopped(int workers) {
    RunConfig run = surviving();
    Disturbance both =
        Disturbance.after(EARLY, each -> each.kill(workers - 1))
            .and(Disturbance.when(report -> report.attempt() > 1, Run::stop));
    Result result = runs().fitAlone(trainer(ROWS, workers, run), both);
    boolean happened = result.status() == RunStatus.STOPPED && result.attempts() > 1;
    return happened ? Optional.of(run) : Optional.empty();
  }

  /// On a busy machine a short run may end before anything has happened to it.
  private static <T> T tried(Supplier<T> run, Predicate<T> isDisturbed) {
    for (int time = 0; time < TRIES; time++) {
      T tried = run.get();
      if (isDisturbed.test(tried)) {
        return tried;
      }
    }
    throw new AssertionError(
        "each of %s runs ended before anything happened to it, or lost the process it should keep: give them more rounds"
            .formatted(TRIES));
  }

  @Test
  void aRunThatGrowsLearnsOn() throws Exception {
    learnsOn(1, 2);
  }

  @Test
  void aRunThatShrinksLearnsOn() throws Exception {
    learnsOn(2, 1);
  }

  /// Trains until the loss is good after the change; a newcomer may take long to start.
  private void learnsOn(int from, int to) throws Exception {
    Trainer trainer =
        trainer(ContractRows.of(ROWS), Integer.MAX_VALUE)
            .scaling(ScalingConfig.workers(1, 2).perWorker(Resources.cpus(1000)))
            .run(runs().settings());
    Disturbance change =
        Disturbance.after(EARLY, run -> run.scale(to))
            .and(Disturbance.when(this::isGoodAfterTheChange, Run::stop));
    Result result = runs().fit(trainer, change, from);
    assertThat(result.status()).as(result.reason()).isEqualTo(RunStatus.STOPPED);
    assertThat(loss(last(result), ContractRows.of(ROWS))).isLessThan(goodLoss());
  }

  private boolean isGoodAfterTheChange(Report report) {
    return report.attempt() > 1
        && report.metrics().has(metric())
        && loss(report) < goodLoss() - rounding();
  }

  @Test
  void aRankWithoutRowsIsNoError() {
    assertThat(reported(finished(train(2, 3)))).isFinite();
  }
}
