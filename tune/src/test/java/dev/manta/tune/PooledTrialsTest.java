package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Trainer;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.TrainLoop;
import dev.manta.train.Upload;
import dev.manta.tune.space.IntUniform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Trials of a trainer in processes that serve one trial after the other.
@Timeout(300)
class PooledTrialsTest {
  private static final int TRIALS = 3;
  private static int served;

  record Config(@IntUniform(low = 0, high = 1000) int seed) {}

  @TempDir Path storage;

  private ResultGrid fit(TrainLoop<Config> function, int workers, TuneConfig search) {
    Trainer trainer =
        Trainer.of(function, new Config(0))
            .scaling(ScalingConfig.workers(workers))
            .run(
                RunConfig.defaults()
                    .reduce("pid", ReportReduction.MIN)
                    .checkpoints(CheckpointConfig.keepAll().upload(Upload.SYNC)));
    return Tuner.of(trainer)
        .search(search)
        .run(RunConfig.named("search").storage(storage.toString()).quiet())
        .fit();
  }

  private static TuneConfig search() {
    return TuneConfig.minimize("served").samples(TRIALS).concurrent(1).searcher(Searcher.random());
  }

  private static List<Long> pids(ResultGrid results) {
    assertThat(results.errors()).isEmpty();
    return results.trials().stream().map(each -> (long) each.metrics().number("pid")).toList();
  }

  private static void report(TrainContext<Config> ctx) {
    long pid = ProcessHandle.current().pid();
    ctx.report(Metrics.of("pid", pid, "served", ++served, "files", files()));
  }

  private static long files() {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void says(TrainContext<Config> ctx) throws IOException {
    System.out.println("seed " + ctx.config().seed() + " of rank " + ctx.rank());
    report(ctx);
    Files.createTempFile("left", "behind");
  }

  @Test
  void oneTrialAfterTheOtherIsServedByTheSameProcesses() {
    ResultGrid results = fit(PooledTrialsTest::says, 2, search());
    assertThat(pids(results)).hasSize(TRIALS).containsOnly(pids(results).getFirst());
    assertThat(results.trials())
        .extracting(each -> (int) each.metrics().number("served"))
        .containsExactly(1, 2, 3);
  }

  /// Sends SIGTERM to the process of the last trial, which has nothing to do then.
  private record Terminating() implements Searcher {
    @Override
    public Suggestion suggest(Trials trials) {
      if (!trials.ended().isEmpty()) {
        ProcessHandle idle =
            ProcessHandle.of((long) trials.ended().getLast().value()).orElseThrow();
        idle.destroy();
        idle.onExit().join();
      }
      return Searcher.random().suggest(trials);
    }
  }

  @Test
  void aProcessWithNothingToDoEndsWhenItIsToldToAndTheNextTrialHasAnother() {
    TuneConfig search =
        TuneConfig.minimize("pid").samples(2).concurrent(1).searcher(new Terminating());
    assertThat(pids(fit(PooledTrialsTest::says, 1, search))).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void temporaryFilesOfATrialAreGoneInTheNext() {
    assertThat(fit(PooledTrialsTest::says, 1, search()).trials())
        .extracting(each -> (int) each.metrics().number("files"))
        .containsOnly(0);
  }

  @Test
  void theLogOfATrialHasItsOwnLinesAlone() throws IOException {
    ResultGrid results = fit(PooledTrialsTest::says, 2, search());
    for (TrialResult each : results.trials()) {
      Path logs = storage.resolve("search/trials/trial-0000" + each.trial().number() + "/logs");
      String seed = "seed " + each.config(Config.class).seed() + " of rank ";
      assertThat(Files.readString(logs.resolve("rank-0-w0.log")))
          .contains(seed + 0)
          .containsOnlyOnce("seed");
      assertThat(Files.readString(logs.resolve("rank-1-w1.log"))).isEqualTo(seed + "1\n");
    }
  }

  @Test
  void processesAndTheirDirectoriesEndWithTheExperiment() {
    ResultGrid results = fit(PooledTrialsTest::says, 1, search());
    assertThat(ProcessHandle.of(pids(results).getFirst()).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(storage.resolve("search/workers")).doesNotExist();
  }

  /// A smaller seed is better, so those with large ones take over.
  static void competes(TrainContext<Config> ctx) throws IOException {
    long pid = ProcessHandle.current().pid();
    for (int epoch : ctx.epochs(60)) {
      LockSupport.parkNanos(20_000_000); // training, meanwhile others get as far
      Metrics metrics = Metrics.of("loss", ctx.config().seed(), "pid", pid);
      ctx.report(metrics, SavedText.of("epoch", epoch));
    }
  }

  @Test
  void aTrialTakesOverACheckpointWithoutANewProcess() throws IOException {
    TuneConfig search =
        TuneConfig.minimize("loss")
            .samples(4)
            .concurrent(4)
            .searcher(Searcher.sobol())
            .scheduler(Scheduler.populationBased(10))
            .stopTrialsWhen(Stopper.reports(40));
    ResultGrid results = fit(PooledTrialsTest::competes, 1, search);
    assertThat(results.errors()).isEmpty();
    assertThat(clones()).isPositive();
    assertThat(results.trials().stream().flatMap(each -> each.reports().stream()))
        .extracting(each -> (long) each.metrics().number("pid"))
        .satisfies(pids -> assertThat(Set.copyOf(pids)).hasSize(4));
  }

  private long clones() throws IOException {
    try (Stream<Path> runs = Files.list(storage.resolve("search/trials"))) {
      return runs.filter(each -> each.toString().contains("-attempt-")).count();
    }
  }

  static void runsOn(TrainContext<Config> ctx) {
    for (long _ : ctx.steps(1_000_000)) {
      report(ctx);
    }
  }

  @Test
  void aTrialThatIsStoppedLeavesItsProcessToTheNext() {
    TuneConfig stopping = search().stopTrialsWhen(Stopper.reports(3));
    List<Long> pids = pids(fit(PooledTrialsTest::runsOn, 1, stopping));
    assertThat(pids).hasSize(TRIALS).containsOnly(pids.getFirst());
  }

  static void leavesAThread(TrainContext<Config> ctx) {
    var never = new CountDownLatch(1);
    Thread.ofPlatform().daemon().name("stray").start(() -> await(never));
    report(ctx);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aProcessInWhichAThreadIsLeftServesNobodyElse() {
    List<Long> pids = pids(fit(PooledTrialsTest::leavesAThread, 1, search()));
    assertThat(pids).hasSize(TRIALS).doesNotHaveDuplicates();
  }

  static void throwsAtFirst(TrainContext<Config> ctx) {
    report(ctx);
    throw new IllegalStateException("served " + served);
  }

  @Test
  void aProcessWhoseFunctionThrewServesNobodyElse() {
    ResultGrid results = fit(PooledTrialsTest::throwsAtFirst, 1, search());
    assertThat(results.errors())
        .hasSize(TRIALS)
        .allMatch(each -> each.error().orElse("").contains("served 1"));
  }
}
