package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.Uniform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ProcessTunerTest {
  record Config(@Uniform(low = 0, high = 1) double x, @IntUniform(low = 0, high = 3) int kind) {}

  @TempDir Path storage;

  private static final TuneConfig SEARCH =
      TuneConfig.minimize("loss").samples(6).concurrent(2).searcher(Searcher.sobol());

  private Tuner tuner(TrialLoop<Config> loop) {
    return Tuner.ofLoop(loop).search(SEARCH).run(run("search"));
  }

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  static double process(Config config) {
    return ProcessHandle.current().pid();
  }

  @Test
  void aFewProcessesRunManyTrials() {
    ResultGrid results =
        Tuner.of(ProcessTunerTest::process).search(SEARCH.samples(200)).run(run("many")).fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.size()).isEqualTo(200);
    List<Double> processes =
        results.trials().stream().map(each -> each.metrics().number("loss")).distinct().toList();
    assertThat(processes).hasSizeBetween(1, 2);
    assertThat(processes).doesNotContain((double) ProcessHandle.current().pid());
  }

  static void killsItself(TrialContext<Config> trial) throws Exception {
    int before = trial.checkpoint().map(each -> each.asDirectory(ProcessTunerTest::read)).orElse(0);
    for (int i = before + 1; i <= 4; i++) {
      trial.report(Metrics.of("loss", trial.config().x(), "i", i), SavedText.of("count", i));
      if (i == 2 && trial.number() % 2 == 0 && trial.attempt() == 1) {
        signal(trial.number() % 4 == 0 ? "KILL" : "SEGV");
      }
    }
  }

  private static void signal(String name) throws IOException, InterruptedException {
    String own = Long.toString(ProcessHandle.current().pid());
    new ProcessBuilder("kill", "-" + name, own).start().waitFor(10, TimeUnit.SECONDS);
    Thread.sleep(Duration.ofSeconds(20)); // the signal ends this process before that
  }

  private static int read(Path directory) {
    try {
      return Integer.parseInt(Files.readString(directory.resolve("count")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aTrialWhoseProcessIsKilledResumesFromItsCheckpointInAnother() {
    ResultGrid results = tuner(ProcessTunerTest::killsItself).fit();
    assertThat(results.errors()).isEmpty();
    for (TrialResult each : results.trials()) {
      assertThat(each.attempts()).isEqualTo(each.number() % 2 == 0 ? 2 : 1);
      assertThat(each.reports()).extracting(TrialReport::step).containsExactly(1L, 2L, 3L, 4L);
      assertThat(each.metrics().number("i")).isEqualTo(4);
    }
  }

  static void inPopulation(TrialContext<Config> trial) throws IOException {
    int from = trial.checkpoint().map(each -> each.asDirectory(ProcessTunerTest::read)).orElse(-1);
    while (trial.step() < 11) { // exchanges are at 3, 6 and 9
      Metrics seen = Metrics.of("loss", trial.config().x(), "from", from);
      trial.report(
          seen.with("process", ProcessHandle.current().pid()),
          SavedText.of("count", trial.number()));
    }
  }

  @Test
  void aTrialTakesOverACheckpointInTheProcessThatItHas() {
    TuneConfig population = SEARCH.samples(4).concurrent(4).scheduler(Scheduler.populationBased(3));
    ResultGrid results = tuner(ProcessTunerTest::inPopulation).search(population).fit();
    assertThat(results.errors()).isEmpty();
    List<TrialResult> clones =
        results.trials().stream().filter(each -> each.attempts() > 1).toList();
    assertThat(clones).isNotEmpty();
    for (TrialResult each : clones) {
      assertThat(each.metrics().number("from")).isNotNegative();
      assertThat(each.reports())
          .as("trial " + each.number())
          .extracting(report -> report.metrics().number("process"))
          .containsOnly(each.metrics().number("process"));
    }
  }

  static void neverSurvives(TrialContext<Config> trial) throws Exception {
    if (trial.config().kind() == 0) {
      signal("KILL");
    }
    trial.report(Metrics.of("loss", trial.config().x()));
  }

  @Test
  void aTrialThatIsLostAgainAndAgainFailsAndTheOthersDoNot() {
    ResultGrid results = tuner(ProcessTunerTest::neverSurvives).search(SEARCH.retries(1)).fit();
    assertThat(results.isFinished()).isTrue();
    assertThat(results.errors()).isNotEmpty().hasSizeLessThan(6);
    for (TrialResult each : results.errors()) {
      assertThat(each.config(Config.class).kind()).isZero();
      assertThat(each.attempts()).isEqualTo(2);
      assertThat(each.error()).hasValueSatisfying(why -> assertThat(why).contains("signal 9"));
    }
  }

  static void takesAllMemory(TrialContext<Config> trial) {
    List<byte[]> all = new ArrayList<>();
    while (trial.config().kind() == 1 && trial.attempt() == 1) {
      all.add(new byte[16 << 20]);
    }
    trial.report(Metrics.of("loss", all.size()));
  }

  @Test
  void aTrialThatRunsOutOfMemoryLosesItsProcessAndIsRetried() {
    ResultGrid results = tuner(ProcessTunerTest::takesAllMemory).jvmOptions("-Xmx128m").fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.trials()).anyMatch(each -> each.attempts() == 2);
  }

  static double throwing(Config config) {
    throw new IllegalArgumentException("kind " + config.kind());
  }

  @Test
  void whatAFunctionThrowsIsItsTrialsError() {
    ResultGrid results =
        Tuner.of(ProcessTunerTest::throwing).search(SEARCH).run(run("throwing")).fit();
    assertThat(results.errors()).hasSize(6);
    assertThatThrownBy(results::best)
        .hasMessageContaining("no trial has ended with a value of loss")
        .hasMessageContaining("6 of 6 failed, the first so: java.lang.IllegalArgumentException");
    assertThat(results.errors().getFirst().error().orElse(""))
        .startsWith("java.lang.IllegalArgumentException: kind ")
        .contains("ProcessTunerTest.throwing");
  }

  @Test
  void whatCannotTravelToProcessesIsRefusedAtOnce() {
    double offset = System.nanoTime();
    Tuner captures = Tuner.of(Config.class, config -> config.x() + offset);
    assertThatThrownBy(() -> captures.search(SEARCH).run(run("captures")).fit())
        .hasMessageContaining("captures [a java.lang.Double]");
    Tuner remembered = Tuner.of(ProcessTunerTest::process).search(SEARCH);
    assertThatThrownBy(() -> remembered.run(run("x").storage("mem:x")).fit())
        .hasMessageContaining("worker processes cannot reach");
    assertThat(storage).isEmptyDirectory();
  }

  @Test
  void nothingIsLeftOfTheProcesses() {
    ResultGrid results = Tuner.of(ProcessTunerTest::process).search(SEARCH).run(run("gone")).fit();
    for (TrialResult each : results.trials()) {
      long pid = (long) each.metrics().number("loss");
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }
  }
}
