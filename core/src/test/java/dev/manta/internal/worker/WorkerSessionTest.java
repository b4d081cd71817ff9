package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import acme.TestLoops;
import dev.manta.cluster.Exit;
import dev.manta.data.Batch;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.local.LocalCluster;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a real worker process does with a training function.
@Timeout(300)
class WorkerSessionTest {
  @TempDir Path directory;

  @Test
  void aFunctionSeesItsPlaceAndItsValueComesBack() throws Exception {
    try (var controller = new FakeController(directory, 1).start("facts", config(3, "m"))) {
      JsonObject value = returned(controller);
      assertThat(value.get("config").text()).isEqualTo("{\"reports\":3,\"mode\":\"m\"}");
      assertThat(value.get("size").asInt()).isEqualTo(1);
      assertThat(value.get("device").asText()).isEqualTo("cpu");
      assertThat(value.get("greeting").asText()).isEqualTo("hello");
      assertThat(value.get("temp").asText()).startsWith(Scratch.ofRun(directory) + "/");
      assertThat(Path.of(value.get("work").asText()))
          .isEqualTo(directory.resolve("work").resolve("rank-0"));
    }
  }

  @Test
  void reportsArriveInOrderWithStepAndSequence() throws Exception {
    try (var controller = new FakeController(directory, 1).start("reports", config(1000, "r"))) {
      controller.await(ToController.Returned.class);
      assertThat(controller.reports).hasSize(1000);
      ToController.Report last = controller.reports.getLast();
      assertThat(last.sequence()).isEqualTo(1000);
      assertThat(last.step()).isEqualTo(1000);
      assertThat(new String(last.metrics(), StandardCharsets.UTF_8))
          .isEqualTo("{\"i\":1000,\"mode\":\"r\"}");
    }
  }

  @Test
  void reportsSurviveAKillOfTheirWorker() throws Exception {
    try (var controller = new FakeController(directory, 1)) {
      controller.start("reportsAndDies", config(5000, "r"));
      var gone = controller.awaitGone();
      assertThat(controller.reports).hasSize(5000);
      assertThat(gone.exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
      assertThat(gone.logTail()).contains("all reported");
    }
  }

  @Test
  void anExceptionIsToldWithItsFirstCauseFirst() throws Exception {
    ToController.Failed failed = failure("throw");
    assertThat(failed.type()).isEqualTo("java.io.IOException");
    assertThat(failed.what()).isEqualTo("threw java.io.IOException: no more rows");
    assertThat(failed.where()).startsWith(TestLoops.class.getName() + ".fails(TestLoops.java:");
    assertThat(failed.stack())
        .startsWith("java.io.IOException: no more rows\n    at ")
        .contains("which became java.lang.IllegalStateException: outer")
        .doesNotContain("LoopRun");
    assertThat(failed.step()).isEqualTo(1);
  }

  @Test
  void systemExitIsToldWithItsPlace() throws Exception {
    try (var controller = new FakeController(directory, 1).start("fails", config(1, "exit"))) {
      ToController.Failed failed = controller.await(ToController.Failed.class);
      assertThat(failed.what()).isEqualTo("called System.exit");
      assertThat(failed.where()).startsWith("acme.TestLoops.fails(");
      assertThat(controller.awaitGone().exit()).isEqualTo(new Exit.Status(7));
    }
  }

  @Test
  void haltIsSeenAsAnExitStatus() throws Exception {
    try (var controller = new FakeController(directory, 1).start("fails", config(1, "halt"))) {
      assertThat(controller.awaitGone().exit()).isEqualTo(new Exit.Status(8));
      assertThat(controller.reports).hasSize(1);
    }
  }

  @Test
  void aStackOverflowIsNamed() throws Exception {
    assertThat(failure("overflow").what()).isEqualTo("overflowed its stack");
  }

  @Test
  void anExhaustedHeapIsNamed() throws Exception {
    var cluster = new LocalCluster();
    try (var controller = new FakeController(directory, 1, cluster, List.of("-Xmx64m"))) {
      controller.start("fails", config(1, "memory"));
      assertThat(controller.await(ToController.Failed.class).what())
          .startsWith("ran out of memory (Java heap space); its heap may grow to 6");
    }
  }

  @Test
  void anUncaughtExceptionInAnotherThreadIsNamed() throws Exception {
    assertThat(failure("thread").what())
        .isEqualTo("threw java.lang.IllegalStateException: prefetch broke in thread \"prefetch\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"huge", "mute"})
  void anExceptionThatCannotBeToldInFullIsToldAllTheSame(String mode) throws Exception {
    assertThat(failure(mode).what()).startsWith("threw ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"huge", "mute"})
  void theRankThatThrewIsBlamedWhateverItThrew(String mode) throws Exception {
    var blamed = new AtomicInteger(-1);
    try (var controller = new FakeController(directory, 2)) {
      controller.start("failsWhileOthersWait", config(1, mode));
      controller.listening(
          (rank, message) -> {
            if (message instanceof ToController.Failed) {
              blamed.compareAndSet(-1, rank);
            }
          });
      controller.await(ToController.Failed.class);
    }
    assertThat(blamed).hasValue(0);
  }

  @Test
  void aClassThatIsNotThereIsNamed() throws Exception {
    try (var controller = new FakeController(directory, 1)) {
      controller.start("nothing", "");
      assertThat(controller.await(ToController.Failed.class).what()).contains(".nothing; ");
    }
  }

  @Test
  void aConfigThatDoesNotFitNamesTheField() throws Exception {
    try (var controller = new FakeController(directory, 1)) {
      controller.start("reports", "{\"reports\":\"many\",\"mode\":\"x\"}");
      assertThat(controller.await(ToController.Failed.class).what()).contains("config.reports");
    }
  }

  @Test
  void aBusyLoopStillAnswersPingsAndShowsItsStack() throws Exception {
    try (var controller = new FakeController(directory, 1).start("busy", config(1, ""))) {
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Ping(3));
      assertThat(controller.await(ToController.Pong.class).id()).isEqualTo(3);
      controller.send(0, new ToWorker.Dump(1));
      assertThat(controller.await(ToController.Stacks.class).text())
          .contains("\"rank-0\" RUNNABLE")
          .contains("TestLoops.spin");
    }
  }

  @Test
  void anAbortLeavesTheFunctionAndItsContextStaysClosed() throws Exception {
    try (var controller = new FakeController(directory, 1).start("swallowsAborts", config(1, ""))) {
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Abort(1, "rank 3 died", false));
      controller.await(ToController.Unwound.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoCatchesThatItHasToLeaveAndReturnsHasLeftAllTheSame(boolean resize) throws Exception {
    try (var controller = new FakeController(directory, 1).start("shrugsItOff", config(1, ""))) {
      controller.listening(WorkerSessionTest::refuseReturns);
      controller.await(ToController.Report.class);
      controller.await(ToController.Report.class);
      controller.send(
          0, resize ? new ToWorker.Resize(1) : new ToWorker.Abort(1, "rank 3 died", false));
      assertThat(controller.await(ToController.Unwound.class).held().commit()).isPositive();
    }
  }

  @Test
  void whoCatchesThatAnotherRankDiedAndReturnsHasLeftAllTheSame() throws Exception {
    try (var controller = new FakeController(directory, 2)) {
      controller
          .start("shrugsOffADeath", config(1, ""))
          .listening(WorkerSessionTest::refuseReturns);
      controller.await(ToController.Report.class);
      controller.kill(1);
      while (!metrics(controller.await(ToController.Report.class)).contains("caught")) {}
      controller.send(0, new ToWorker.Abort(1, "rank 1 died", false));
      assertThat(controller.await(ToController.Unwound.class).held().commit()).isPositive();
    }
  }

  private static String metrics(ToController.Report report) {
    return new String(report.metrics(), StandardCharsets.UTF_8);
  }

  private static void refuseReturns(int rank, ToController message) {
    assertThat(message).isNotInstanceOf(ToController.Returned.class);
  }

  @Test
  void whoIsToldToLeaveWhileItsLastSnapshotIsOnItsWayKeepsItsState() throws Exception {
    Files.createFile(directory.resolve("checkpoints")); // so that nothing can be stored there
    try (var controller = new FakeController(directory, 1)) {
      controller.start("endsWhileStoring", config(3, ""));
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Abort(1, "rank 3 died", false));
      assertThat(controller.await(ToController.Unwound.class).held().commit()).isEqualTo(3);
    }
  }

  @Test
  void aRankThatHasReturnedHoldsItsLastCommit() throws Exception {
    try (var controller = new FakeController(directory, 2).start("live", config(2, "each"))) {
      for (int i = 0; i < 2; i++) {
        assertThat(controller.await(ToController.Returned.class).held().commit()).isPositive();
      }
    }
  }

  @Test
  void whoseLastSnapshotCannotBeStoredKeepsItsState() throws Exception {
    Files.createFile(directory.resolve("checkpoints"));
    try (var controller = new FakeController(directory, 1)) {
      controller.start("endsWhileStoring", config(3, ""));
      assertThat(controller.await(ToController.Failed.class).held().commit()).isEqualTo(3);
    }
  }

  @Test
  void aRollBackIsToldThoughWhatIsOnItsWayCannotBeStored() throws Exception {
    Files.createFile(directory.resolve("checkpoints"));
    try (var controller = new FakeController(directory, 1)) {
      controller.start("rollsBack", config(1, "storing"));
      assertThat(leaves(controller)).contains(new ToController.RolledBack(1, 0, "the loss is NaN"));
    }
  }

  @Test
  void aRollBackIsToldThoughTheAttemptIsOver() throws Exception {
    try (var controller = new FakeController(directory, 1)) {
      controller.start("rollsBack", config(1, ""));
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Abort(1, "rank 3 died", false));
      assertThat(leaves(controller)).contains(new ToController.RolledBack(1, 0, "the loss is NaN"));
    }
  }

  /// What a rank says until it has left its function.
  private static List<ToController> leaves(FakeController controller) throws InterruptedException {
    List<ToController> said = new ArrayList<>();
    controller.listening((_, message) -> said.add(message));
    while (said.stream().noneMatch(WorkerSessionTest::isLast)) {
      controller.await(ToController.class);
    }
    return said;
  }

  private static boolean isLast(ToController message) {
    return message instanceof ToController.Unwound || message instanceof ToController.Failed;
  }

  @Test
  void whoWaitsForSomethingElseIsWokenAndKeepsItsState() throws Exception {
    try (var controller = new FakeController(directory, 1)) {
      controller.start("waitsForRows", config(3, ""));
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Abort(1, "rank 3 died", false));
      for (int ping = 1; ping <= 10; ping++) {
        controller.send(0, new ToWorker.Ping(ping));
      }
      assertThat(controller.await(ToController.Unwound.class).held().commit()).isEqualTo(3);
    }
  }

  @Test
  void theSameProcessesEnterTheFunctionAgain() throws Exception {
    try (var controller = new FakeController(directory, 2)) {
      controller.start("staysOnce", config(1, ""));
      controller.await(ToController.Report.class);
      controller.all(new ToWorker.Abort(1, "rank 3 died", false));
      for (int i = 0; i < 2; i++) {
        assertThat(controller.await(ToController.Unwound.class).left()).isEmpty();
      }
      controller.again();
      for (int i = 0; i < 2; i++) {
        assertThat(controller.await(ToController.Returned.class).value()).isEqualTo("\"2 2.0\"");
      }
    }
  }

  @Test
  void aThreadThatIsLeftBehindIsNamed() throws Exception {
    try (var controller = new FakeController(directory, 1).start("leavesAThread", config(1, ""))) {
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Abort(1, "rank 3 died", false));
      assertThat(controller.await(ToController.Unwound.class).left())
          .isEqualTo("thread \"poller\" running");
    }
  }

  @Test
  void ranksReduceAndBroadcast() throws Exception {
    try (var controller = new FakeController(directory, 2).start("together", config(1, ""))) {
      for (int i = 0; i < 2; i++) {
        assertThat(controller.await(ToController.Returned.class).value()).isEqualTo("16.0");
      }
    }
  }

  @Test
  void aDeadPeerEndsACollective() throws Exception {
    try (var controller =
        new FakeController(directory, 2).start("barrierThenHang", config(1, ""))) {
      controller.await(ToController.Report.class);
      controller.kill(1);
      assertThat(controller.await(ToController.PeerDied.class).rank()).isEqualTo(1);
      controller.await(ToController.Unwound.class);
    }
  }

  @Test
  void aNodeThatDoesNotSeeTheRunsStorageIsNamed() throws Exception {
    try (var controller =
        new FakeController(directory, 1).marked("another disk").start("together", config(1, ""))) {
      assertThat(controller.await(ToController.Failed.class).what())
          .contains("node local does not see the run's storage " + directory);
    }
  }

  @Test
  void aLostLinkIsToldAndIsNoFailureOfTheFunction() throws Exception {
    try (var controller = new FakeController(directory, 2).start("losesLink", config(1, ""))) {
      assertThat(controller.await(ToController.LinkLost.class).why()).isEqualTo("the cable is out");
      controller.await(ToController.Unwound.class);
    }
  }

  @Test
  void aFunctionThatReturnsInSpiteOfALostLinkHasNotFinished() throws Exception {
    try (var controller =
        new FakeController(directory, 2).start("losesLink", config(1, "swallow"))) {
      controller.await(ToController.LinkLost.class);
      controller.send(0, new ToWorker.Abort(1, "a link was lost", false));
      controller.send(1, new ToWorker.Abort(1, "a link was lost", false));
      controller.await(ToController.Unwound.class);
    }
  }

  @Test
  void anAbortEndsACollective() throws Exception {
    try (var controller =
        new FakeController(directory, 2).start("barrierThenHang", config(1, ""))) {
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Abort(1, "enough", false));
      controller.await(ToController.Unwound.class);
    }
  }

  @Test
  void oneRankStopsAtOnce() throws Exception {
    try (var controller = new FakeController(directory, 1).start("untilStopped", config(1, ""))) {
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Stop(1, 0));
      assertThat(controller.await(ToController.Returned.class).stopped()).isTrue();
    }
  }

  @Test
  void ranksWithCollectivesStopAtTheSameStep() throws Exception {
    try (var controller = new FakeController(directory, 2)) {
      controller.start("untilStopped", config(1, "collectives"));
      for (int i = 0; i < 10; i++) {
        controller.await(ToController.Report.class);
      }
      controller.all(new ToWorker.Stop(1, 0));
      String first = controller.await(ToController.Returned.class).value();
      assertThat(controller.await(ToController.Returned.class).value()).isEqualTo(first);
    }
  }

  @Test
  void ranksWithoutCollectivesStopAtTheSameStep() throws Exception {
    AtomicInteger accepted = new AtomicInteger();
    try (var controller = new FakeController(directory, 2)) {
      controller.start("untilStopped", config(1, ""));
      controller.listening((_, message) -> negotiate(controller, message, accepted));
      for (int i = 0; i < 10; i++) {
        controller.await(ToController.Report.class);
      }
      controller.all(new ToWorker.Stop(1, 0));
      String first = controller.await(ToController.Returned.class).value();
      assertThat(controller.await(ToController.Returned.class).value()).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"collectives", "none"})
  void aFunctionThatNeverAsksIsLeftAtACommitAndItsStateIsSaved(String mode) throws Exception {
    AtomicInteger accepted = new AtomicInteger();
    try (var controller = new FakeController(directory, 2).start("neverAsks", config(1, mode))) {
      controller.listening((_, message) -> negotiate(controller, message, accepted));
      for (int i = 0; i < 10; i++) {
        controller.await(ToController.Report.class);
      }
      controller.all(new ToWorker.Stop(1, 0));
      assertThat(controller.await(ToController.Returned.class).stopped()).isTrue();
      assertThat(controller.await(ToController.Returned.class).stopped()).isTrue();
      assertThat(controller.lastCommitted().resolve("live.json")).exists();
    }
  }

  @Test
  void ranksThatNeverMeetSayThatTheyCannotAgreeOnWhereToLeave() throws Exception {
    try (var controller = new FakeController(directory, 2).start("neverMeets", config(1, ""))) {
      controller.await(ToController.Report.class);
      controller.all(new ToWorker.Resize(1));
      assertThat(controller.await(ToController.Stays.class).why())
          .contains("its ranks use no collectives", "ctx.barrier()");
    }
  }

  @Test
  void noticesAddUpAndTheEarliestDeadlineStands() throws Exception {
    try (var controller = new FakeController(directory, 1).start("awaitsNotices", config(1, ""))) {
      controller.await(ToController.Report.class);
      Instant before = Instant.now();
      controller.send(0, new ToWorker.Notice(1, List.of(1), 50_000));
      controller.send(0, new ToWorker.Notice(1, List.of(0), 90_000));
      String value = controller.await(ToController.Returned.class).value();
      assertThat(value).startsWith("\"Preemption[ranks=[0, 1], deadline=");
      String deadline = value.substring(value.lastIndexOf('=') + 1, value.length() - 2);
      assertThat(Instant.parse(deadline))
          .isBetween(before.plusSeconds(50), Instant.now().plusSeconds(50));
    }
  }

  /// Proposes ever later steps until both ranks accept one, then confirms it.
  private static void negotiate(
      FakeController controller, ToController message, AtomicInteger accepted) {
    if (message instanceof ToController.StopAnswer answer) {
      int count = answer.accepted() ? accepted.incrementAndGet() : 0;
      if (!answer.accepted()) {
        accepted.set(0);
        controller.all(new ToWorker.Stop(1, answer.step() + 20_000));
      } else if (count == 2) {
        controller.all(new ToWorker.Stop(1, answer.atStep()));
      }
    }
  }

  @Test
  void liveStateIsRestoredAndEpochsResume() throws Exception {
    ToController.Returned whole;
    try (var controller = new FakeController(directory, 1).start("live", config(2, "each"))) {
      controller.await(ToController.Returned.class);
      var from = controller.lastCommitted();
      try (var second = new FakeController(directory.resolve("second"), 1)) {
        second.startFrom(from, 2, 2).start("live", config(5, "each"));
        whole = second.await(ToController.Returned.class);
        assertThat(Files.readString(second.log(0))).contains("notes: after 4, commits: 5");
      }
    }
    assertThat(whole.value()).isEqualTo("[5.0,4.0,0.0]");
  }

  @Test
  void aStopTakesALastSnapshotAndReportsNothing() throws Exception {
    try (var controller = new FakeController(directory, 1)) {
      controller.start("live", config(1_000_000_000, "quiet"));
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Stop(1, 0));
      ToController.Returned returned = controller.await(ToController.Returned.class);
      assertThat(returned.stopped()).isTrue();
      assertThat(controller.lastCommitted().resolve("live.json")).exists();
      double epochs = Json.parse(returned.value()).asArray().items().getFirst().asDouble();
      assertThat(controller.reports).hasSize((int) epochs);
    }
  }

  @Test
  void checkpointsOfAnyUploadModeAreCommittedAsTheyWereReported() throws Exception {
    for (String mode : List.of("SYNC", "ASYNC")) {
      Path place = directory.resolve(mode);
      try (var controller = new FakeController(place, 1).start("explicit", config(5, mode))) {
        controller.await(ToController.Returned.class);
        assertThat(controller.lastCommitted().resolve("state.txt")).hasContent("5");
        assertThat(place.resolve("checkpoints/checkpoint-000003-attempt-1/state.txt"))
            .hasContent("3");
      }
    }
  }

  @Test
  void filesThatAreNotInPlaceAreRefusedClearly() throws Exception {
    try (var controller =
        new FakeController(directory, 1).start("explicit", config(1, "IN_PLACE"))) {
      assertThat(controller.await(ToController.Failed.class).what())
          .contains("without upload the files of a checkpoint");
    }
  }

  @Test
  void aValidationFunctionScoresACheckpointAndSamplesFilesAsItsRunDoes() throws Exception {
    try (var controller = new FakeController(directory, 1).start("explicit", config(3, "SYNC"))) {
      controller.await(ToController.Returned.class);
      var function = new LoopSpec(TestLoops.class.getName(), "score", "", "");
      controller.send(0, validate(controller, facts(Map.of()), function));
      assertThat(controller.await(ToController.Returned.class).value()).isEqualTo("{\"score\":3}");

      Path file = directory.resolve("numbers.csv");
      Files.writeString(file, "id\n" + "7\n8\n9\n".repeat(20));
      String type = TestLoops.class.getName();
      var sampled = new LoopSpec(type, "sampled", type + "$Config", config(0, file.toString()));
      var older = facts(Map.of(ToWorker.RunFacts.SAMPLED_BY_ABSOLUTE_PATH, "true"));
      controller.send(0, validate(controller, older, sampled));
      assertThat(returned(controller).get("rows").asText()).isEqualTo(byAbsolutePath(file));
    }
  }

  private ToWorker.RunFacts facts(Map<String, String> settings) {
    String place = directory.toString();
    return new ToWorker.RunFacts("id", "test", place, place, "SYNC", 2, settings);
  }

  /// The rows for training as a run of an older version chooses them.
  private static String byAbsolutePath(Path file) {
    Dataset rows = Dataset.csv(file.toString()).trainTestSplit(0.3, 1).train();
    DatasetSpec spec = rows.spec(DataConfig.split()).sampledByAbsolutePath();
    List<String> ids = new ArrayList<>();
    try (var shard = new RankShard("older", spec, ShardPosition.alone())) {
      for (Batch batch : shard.batches(50)) {
        LongStream.of(batch.longs("id")).mapToObj(Long::toString).forEach(ids::add);
      }
    }
    return String.join(" ", ids);
  }

  private static ToWorker validate(
      FakeController controller, ToWorker.RunFacts facts, LoopSpec function) {
    String checkpoint = controller.lastCommitted().toString();
    return new ToWorker.Validate(checkpoint, facts, function, "cpu", 0);
  }

  private ToController.Failed failure(String mode) throws Exception {
    try (var controller = new FakeController(directory, 1).start("fails", config(1, mode))) {
      return controller.await(ToController.Failed.class);
    }
  }

  private static JsonObject returned(FakeController controller) throws Exception {
    return Json.parse(controller.await(ToController.Returned.class).value()).asObject();
  }

  private static String config(int reports, String mode) {
    return "{\"reports\":" + reports + ",\"mode\":\"" + mode + "\"}";
  }
}
