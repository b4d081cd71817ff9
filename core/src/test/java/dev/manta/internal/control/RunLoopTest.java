package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRow;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.PassingTime;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Bind;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class RunLoopTest {
  @TempDir Path runs;

  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<RunStatus> states = new CopyOnWriteArrayList<>();

  private final RunListener listener =
      new RunListener() {
        @Override
        public void note(String message) {
          said.add(message);
        }

        @Override
        public void warning(String message) {
          said.add("warning: " + message);
        }

        @Override
        public void state(RunUpdate update) {
          if (states.isEmpty() || states.getLast() != update.status()) {
            states.add(update.status());
          }
        }
      };

  private RunPlan plan(RunConfig config, String loopConfig) {
    return new RunPlan(
        config.listener(listener),
        ScalingConfig.workers(2),
        new LoopSpec("com.acme.Digits", "train", "", loopConfig),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "code1",
        Limits.DEFAULT,
        false);
  }

  /// A run that gives processes up which do not end within moments.
  private RunLoop openImpatient(String name, ScriptedCluster cluster) {
    RunPlan plan = plan(RunConfig.named(name), "{}");
    var impatient =
        new RunPlan(
            plan.run(),
            plan.scaling(),
            plan.loop(),
            plan.validation(),
            plan.startFrom(),
            plan.datasets(),
            plan.runtime(),
            plan.codeHash(),
            Limits.DEFAULT.end(Duration.ofMillis(50), Duration.ofMillis(50)),
            false);
    return RunLoop.open(impatient, cluster, new LocalStorage(), Location.of(runs));
  }

  private RunLoop open(RunConfig config, ScriptedCluster cluster) {
    return RunLoop.open(plan(config, "{}"), cluster, new LocalStorage(), Location.of(runs));
  }

  private RunOutcome run(String name, ScriptedCluster.Script script) {
    try (var cluster = new ScriptedCluster(script)) {
      return open(RunConfig.named(name), cluster).toEnd(List.of());
    }
  }

  private List<MetricsRow> rows(RunOutcome outcome) {
    RunSite site = outcome.run().site();
    return new MetricsReader(new LocalStorage(), site.location(), site.openMetrics()).all();
  }

  @Test
  void aRunReportsReturnsAndFinishes() {
    RunOutcome outcome =
        run(
            "digits",
            stage -> {
              stage.report(1, "{\"loss\":0.5}");
              stage.report(2, "{\"loss\":0." + (25 + stage.spec.rank()) + "}");
              stage.returns("\"done\"");
            });
    assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(outcome.value()).contains("\"done\"");
    assertThat(outcome.metrics().number("loss")).isEqualTo(0.25);
    assertThat(rows(outcome)).hasSize(4);
    assertThat(states).containsSubsequence(RunStatus.STARTING, RunStatus.FINISHED);
  }

  private static Optional<String> mark(ScriptedCluster cluster) {
    return cluster.joins.values().stream()
        .map(join -> join.run().settings().get(ToWorker.RunFacts.SHARED_MARK))
        .filter(Objects::nonNull)
        .findFirst();
  }

  @Test
  void workersOfOtherMachinesAreToldWhatTheyShouldSeeInStorage() throws IOException {
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      cluster.otherMachines = true;
      open(RunConfig.named("far"), cluster).toEnd(List.of());
      assertThat(mark(cluster)).contains(Files.readString(runs.resolve("far/shared")));
    }
  }

  @Test
  void onOneMachineNothingIsLeftInStorageToBeSeen() {
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      open(RunConfig.named("near"), cluster).toEnd(List.of());
      assertThat(mark(cluster)).isEmpty();
      assertThat(runs.resolve("near/shared")).doesNotExist();
    }
  }

  @Test
  void whatAFarWorkerPrintsIsShownAndKeptWithTheRun() {
    List<String> lines = new CopyOnWriteArrayList<>();
    var shown =
        new RunListener() {
          @Override
          public void line(int rank, String line) {
            lines.add(rank + ": " + line);
          }
        };
    try (var cluster = new ScriptedCluster(RunLoopTest::printAndReturn)) {
      RunOutcome outcome = open(RunConfig.named("far"), cluster).toEnd(List.of(shown));
      assertThat(outcome.run().site().logs().resolve("rank-1-w1.log"))
          .content()
          .contains("I am 1\n", "manta: 7,000 bytes that this worker printed are left out");
    }
    assertThat(lines).contains("0: I am 0", "1: I am 1");
  }

  private static void printAndReturn(ScriptedCluster.Stage stage) {
    stage.prints("I am " + stage.spec.rank() + "\n", 0);
    stage.prints("after a flood\n", 7000);
    stage.returns("0");
  }

  @Test
  void whatWorkersOfferEachOtherIsPassedOnAndNotWrittenDown() throws IOException {
    var cluster = new ScriptedCluster(stage -> stage.returns("1"));
    try (cluster) {
      open(RunConfig.named("offers"), cluster).toEnd(List.of());
    }
    assertThat(cluster.offers.get("w0"))
        .containsExactly(ScriptedCluster.OFFER + "w0", ScriptedCluster.OFFER + "w1");
    try (Stream<Path> records = Files.walk(runs.resolve("offers")).filter(Files::isRegularFile)) {
      assertThat(records)
          .isNotEmpty()
          .noneSatisfy(record -> assertThat(record).content().contains(ScriptedCluster.OFFER));
    }
  }

  @Test
  void reportsThatWereSentTwiceAreKeptOnceAndAcknowledged() {
    var cluster =
        new ScriptedCluster(
            stage -> {
              stage.report(1, "{\"loss\":1}");
              stage.report(1, "{\"loss\":1}");
              stage.report(2, "{\"loss\":2}");
              stage.returns("1");
            });
    try (cluster) {
      RunOutcome outcome = open(RunConfig.named("twice"), cluster).toEnd(List.of());
      assertThat(rows(outcome)).hasSize(4);
    }
  }

  @Test
  void aReportAfterAGapIsNeverDroppedInSilence() {
    RunOutcome outcome =
        run(
            "gap",
            stage -> {
              stage.report(1, "{\"loss\":1}");
              stage.report(stage.attempt == 1 ? 4 : 2, "{\"loss\":4}");
              if (stage.attempt > 1) {
                stage.returns("1");
              }
            });
    assertThat(outcome.failure().orElseThrow().what()).contains("reports 2 to 3 did not arrive");
  }

  @Test
  void anInterruptWhileARecordIsWrittenStopsTheRun() {
    try (var cluster = new ScriptedCluster(stage -> stage.report(1, "{}"))) {
      var run =
          RunLoop.open(
              plan(RunConfig.named("interrupted"), "{}"),
              cluster,
              new InterruptingStorage("control/000000000004.json"),
              Location.of(runs));
      assertThat(run.toEnd(List.of()).status()).isEqualTo(RunStatus.STOPPED);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void listenersNeverHearThePasswordOfAnAddress() {
    for (String config : List.of("\"https://ann:one@host/a\"", "\"https://ann:two@host/a\"")) {
      try (var cluster = new ScriptedCluster(stage -> stage.report(1, "{}"))) {
        RunPlan plan = plan(RunConfig.named("secrets"), config);
        RunLoop run = RunLoop.open(plan, cluster, new LocalStorage(), Location.of(runs));
        run.stopNow("the test");
        run.toEnd(List.of());
      }
    }
    assertThat(said)
        .anyMatch(text -> text.contains("https://ann:***@host/a"))
        .noneMatch(text -> text.contains("ann:one") || text.contains("ann:two"));
  }

  /// The waits are counted, not waited for.
  private RunOutcome awayFor(Duration away, Duration patience) {
    var slept = new AtomicReference<>(Duration.ZERO);
    var time =
        new PassingTime(
            () -> slept.get().toNanos(), wait -> slept.updateAndGet(all -> all.plus(wait)));
    HookedStorage.Hook hook =
        (_, at) -> {
          boolean back = slept.get().compareTo(away) > 0;
          if (at.toString().contains("away/control/000000000004") && !back) {
            throw new MantaException(ErrorCode.STORAGE, "the server does not answer");
          }
        };
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      var storage = new HookedStorage(new LocalStorage(), hook);
      RunPlan plan = plan(RunConfig.named("away").storagePatience(patience), "{}");
      var retry = StorageRetry.within(Duration.ofSeconds(1), time);
      return RunLoop.open(plan, cluster, storage, Location.of(runs), retry).toEnd(List.of());
    }
  }

  @Test
  void storageThatIsAwayForFiveMinutesEndsNoRunThatHasThePatience() {
    RunOutcome outcome = awayFor(Duration.ofMinutes(5), Duration.ofMinutes(6));
    assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(said).anyMatch(text -> text.contains("the server does not answer; ranks train on"));
  }

  @Test
  void storageThatIsAwayForTooLongEndsTheRunAndIsNamedWithItsLastAnswer() {
    RunOutcome outcome = awayFor(Duration.ofMinutes(5), Duration.ofMinutes(2));
    assertThat(outcome.status()).isEqualTo(RunStatus.FAILED);
    assertThat(outcome.reason())
        .isEqualTo(
            "%s did not work for 120 s; its last answer: the server does not answer"
                .formatted(Location.of(runs)));
  }

  @Test
  void aRunWhoseDirectoryIsRemovedWhileItTrainsFailsAndSaysSo() {
    ScriptedCluster.Script removes =
        stage -> {
          stage.report(1, "{}");
          if (stage.spec.rank() == 0) {
            new LocalStorage().deletePrefix(Location.of(runs).resolve("removed"));
          }
        };
    var patience = new DirectoryWatch.Patience(Duration.ofMillis(50), Duration.ofMillis(200));
    try (var cluster = new ScriptedCluster(removes)) {
      RunOutcome outcome = open(RunConfig.named("removed"), cluster).toEnd(List.of(), patience);
      assertThat(outcome.status()).isEqualTo(RunStatus.FAILED);
      assertThat(outcome.reason()).contains("was removed while it trained", "removed/run.json");
    }
  }

  @Test
  void aWorkerThatIsOnlySlowIsNotKilledAsFrozen() {
    var cluster =
        new ScriptedCluster(
            stage -> {
              stage.leaveUnanswered(20);
              stage.returns("1");
            });
    cluster.busy.addAll(List.of("w0", "w1"));
    try (cluster) {
      RunOutcome outcome = open(RunConfig.named("slow"), cluster).toEnd(List.of());
      assertThat(outcome.failure()).isEmpty();
      assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
    }
  }

  @Test
  void aMessageThatMakesNoSenseFailsItsWorkerInsteadOfItsReader() {
    RunOutcome outcome =
        run(
            "nonsense",
            stage -> {
              if (stage.attempt == 1) {
                stage.say(new ToController.PartStored(1, 1, 5, "no part"));
              } else {
                stage.returns("1");
              }
            });
    assertThat(outcome.failure().orElseThrow().what())
        .contains("sent something that is not a message");
  }

  @Test
  void aFinishedRunEndsThoughAProcessOfItDoesNot() {
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      cluster.undying.add("w1");
      RunOutcome outcome = openImpatient("undying", cluster).toEnd(List.of());
      assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
    }
    assertThat(said)
        .anySatisfy(
            message -> assertThat(message).contains("rank 1", "w1", "has not ended", "script"));
  }

  @Test
  void aSecondStopEndsARunWhoseProcessesDoNotEnd() {
    var inside = new CountDownLatch(2);
    try (var cluster = new ScriptedCluster(_ -> inside.countDown())) {
      cluster.undying.addAll(List.of("w0", "w1"));
      RunLoop run = openImpatient("pressed", cluster);
      Thread.ofPlatform().start(() -> stopTwice(run, inside));
      assertThat(run.toEnd(List.of()).status()).isEqualTo(RunStatus.STOPPED);
    }
  }

  private static void stopTwice(RunLoop run, CountDownLatch inside) {
    try {
      inside.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    run.stop("Ctrl-C");
    run.stop("Ctrl-C");
  }

  @Test
  void aDeadWorkerIsNamedAndTheRunContinues() {
    RunOutcome outcome =
        run(
            "deaths",
            stage -> {
              int attempt = stage.attempt;
              stage.report(attempt - stage.spec.attempt() + 1, "{}");
              if (attempt == 1 && stage.spec.rank() == 1) {
                stage.dies(new Exit.Signal(9, "SIGKILL"));
              } else if (attempt > 1) {
                stage.returns("1");
              }
            });
    assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(outcome.failure().orElseThrow().what()).contains("signal 9");
    assertThat(rows(outcome)).hasSize(4);
  }

  @Test
  void aFinishedNameStartsASecondRunAndSaysSo() {
    run("digits", stage -> stage.returns("1"));
    RunOutcome second = run("digits", stage -> stage.returns("1"));
    assertThat(second.run().site().name()).isEqualTo("digits-2");
    assertThat(said).contains("digits has finished; this one is digits-2");
  }

  @Test
  void anUnfinishedRunResumesFromItsLastCheckpoint() throws IOException {
    Path files = Files.createDirectories(runs.resolve("files"));
    Files.writeString(files.resolve("weights"), "7");
    var told = new CountDownLatch(1);
    Checkpoint checkpoint = Checkpoint.fromDirectory(files);
    RunOutcome first;
    try (var cluster = new ScriptedCluster(stage -> failAfterCheckpoint(stage, checkpoint, told))) {
      first =
          open(RunConfig.named("digits").failures(FailureConfig.none()), cluster).toEnd(List.of());
    }
    assertThat(first.status()).isEqualTo(RunStatus.FAILED);
    assertThat(first.checkpoints()).extracting(CommittedCheckpoint::step).containsExactly(5L);
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      var second =
          RunLoop.open(
              plan(RunConfig.named("digits"), "{\"lr\":1}"),
              cluster,
              new LocalStorage(),
              Location.of(runs));
      assertThat(second.toEnd(List.of()).status()).isEqualTo(RunStatus.FINISHED);
      String name = first.checkpoints().getFirst().name();
      assertThat(cluster.joins.values())
          .allSatisfy(join -> assertThat(join.start().checkpoint()).contains("/" + name))
          .allSatisfy(join -> assertThat(join.start().step()).isEqualTo(5));
      assertThat(said)
          .contains(
              "run digits resumes from checkpoint "
                  + name
                  + " at step 5, its newest, if that is intact")
          .anySatisfy(note -> assertThat(note).startsWith("warning: ").contains("the config"));
    }
  }

  private static void reportsAt(ScriptedCluster.Stage stage, Instant at) {
    byte[] metrics = "{\"loss\":0.5}".getBytes(StandardCharsets.UTF_8);
    stage.say(
        new ToController.Report(
            stage.attempt, stage.spec.rank(), 1, 1, 0, at.toEpochMilli(), 0, "", metrics));
    stage.returns("1");
  }

  /// As a killed driver leaves it: it is written down that its workers were started.
  @Test
  void theTimeOfAKilledRunIsThatUpToItsLastReport() throws IOException {
    Instant before = Instant.now();
    Instant reported = before.plus(Duration.ofHours(1));
    run("digits", stage -> reportsAt(stage, reported));
    try (var records = Files.list(runs.resolve("digits/control"))) {
      for (Path each : records.sorted().skip(2).toList()) {
        Files.delete(each);
      }
    }
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      RunLoop second = open(RunConfig.named("digits"), cluster);
      assertThat(second.taken())
          .isBetween(Duration.between(Instant.now(), reported), Duration.between(before, reported));
      assertThat(second.toEnd(List.of()).run().site().name()).isEqualTo("digits");
    }
  }

  @Test
  void aRunIsNotStartedOverWhileItsOnlyCheckpointIsDamaged() throws IOException {
    Path files = Files.createDirectories(runs.resolve("files"));
    Files.writeString(files.resolve("weights"), "7");
    var told = new CountDownLatch(1);
    Checkpoint checkpoint = Checkpoint.fromDirectory(files);
    RunConfig config = RunConfig.named("digits").failures(FailureConfig.none());
    try (var cluster = new ScriptedCluster(stage -> failAfterCheckpoint(stage, checkpoint, told))) {
      open(config, cluster).toEnd(List.of());
    }
    String name = CheckpointStore.name(1, 1);
    Path weights = runs.resolve("digits/checkpoints").resolve(name).resolve("weights");
    Files.writeString(weights, "8");
    RunOutcome refused = run("digits", stage -> stage.returns("1"));
    assertThat(refused.status()).isEqualTo(RunStatus.FAILED);
    assertThat(refused.code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(refused.reason())
        .contains("none of the run's 1 checkpoints can be read: " + name + ": weights should be");
    Files.writeString(weights, "7");
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      RunOutcome outcome = open(config, cluster).toEnd(List.of());
      assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(cluster.joins.values())
          .allSatisfy(join -> assertThat(join.start().step()).isEqualTo(5));
    }
  }

  private void failAfterCheckpoint(
      ScriptedCluster.Stage stage, Checkpoint checkpoint, CountDownLatch told) {
    int attempt = stage.spec.attempt();
    if (stage.spec.rank() == 0) {
      var store =
          new CheckpointStore(
              new LocalStorage(), Location.of(runs).resolve("digits").resolve("checkpoints"));
      var part =
          store.store(
              CheckpointStore.name(attempt, 1),
              0,
              new Extent.Whole(),
              new Moment(attempt, 1, 5, 2, false),
              (LocalCheckpoint) checkpoint);
      stage.say(new ToController.PartStored(attempt, 1, 5, Bind.write(part).toString()));
      told.countDown();
    } else {
      await(told);
      stage.say(new ToController.Failed(attempt, 0, "X", "X: boom", "Loop.java:1", "stack"));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aNameInUseNamesTheProcess() {
    var entered = new CountDownLatch(1);
    var outcome = new AtomicReference<RunOutcome>();
    try (var cluster = new ScriptedCluster(stage -> entered.countDown())) {
      RunLoop run = open(RunConfig.named("busy"), cluster);
      Thread thread = Thread.ofPlatform().start(() -> outcome.set(run.toEnd(List.of())));
      await(entered);
      assertThatThrownBy(() -> open(RunConfig.named("busy"), cluster))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
      run.stop("the test");
      run.stop("the test");
      join(thread);
    }
    assertThat(outcome.get().status()).isEqualTo(RunStatus.STOPPED);
  }

  private static void join(Thread thread) {
    try {
      assertThat(thread.join(java.time.Duration.ofSeconds(30))).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void freshStartsOverUnderTheNextName() {
    run("digits", stage -> stage.dies(new Exit.Status(1)));
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      RunOutcome outcome = open(RunConfig.named("digits").fresh(), cluster).toEnd(List.of());
      assertThat(outcome.run().site().name()).isEqualTo("digits-2");
    }
  }

  @Test
  void aRunThatCannotBeReadIsKeptAndTheNextNameIsTaken() throws IOException {
    run("digits", stage -> stage.returns("1"));
    Path damaged = lastRecord("digits");
    Files.writeString(damaged, "{");

    RunOutcome outcome = run("digits", stage -> stage.returns("1"));

    assertThat(outcome.run().site().name()).isEqualTo("digits-2");
    assertThat(said)
        .anySatisfy(note -> assertThat(note).contains(damaged + "", "this one is digits-2"));
  }

  @Test
  void aRunThatAnOlderVersionFinishedIsFinished() throws IOException {
    run("digits", stage -> stage.returns("1"));
    Path last = lastRecord("digits");
    String older = Files.readString(last).replaceFirst("\"arrivals\":\\{[^}]*},", "");
    assertThat(Files.readString(last)).isNotEqualTo(older);
    Files.writeString(last, older);

    run("digits", stage -> stage.returns("1"));

    assertThat(said).contains("digits has finished; this one is digits-2");
  }

  private Path lastRecord(String run) throws IOException {
    try (Stream<Path> records = Files.list(runs.resolve(run).resolve("control"))) {
      return records.max(Comparator.naturalOrder()).orElseThrow();
    }
  }

  @Test
  void aBrokenListenerNeverStopsTraining() {
    RunListener broken =
        new RunListener() {
          @Override
          public void state(RunUpdate update) {
            throw new IllegalStateException("broken on purpose");
          }
        };
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      RunConfig config = RunConfig.named("broken").listener(broken);
      assertThat(open(config, cluster).toEnd(List.of()).status()).isEqualTo(RunStatus.FINISHED);
    }
  }

  @Test
  void linesOfWorkersReachListenersWithTheirRank() {
    var lines = new CopyOnWriteArrayList<String>();
    RunListener hears =
        new RunListener() {
          @Override
          public void line(int rank, String line) {
            lines.add(rank + ": " + line);
          }
        };
    try (var cluster =
        new ScriptedCluster(
            stage -> {
              print(stage.spec.log(runs.resolve("lines")));
              stage.returns("1");
            })) {
      open(RunConfig.named("lines").listener(hears), cluster).toEnd(List.of());
    }
    assertThat(lines).contains("0: hello", "1: hello", "0: no end", "1: no end");
  }

  private static void print(Path log) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      Files.writeString(log, "hello\nno end");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
