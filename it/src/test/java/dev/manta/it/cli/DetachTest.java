package dev.manta.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.run.state.RunState;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DetachTest {
  private static final int STEPS = 600;
  private static final long LIMIT_NANOS = 300_000_000_000L;

  @TempDir Path directory;

  /// A controller that has said how its run ended still takes things away. Whatever runs mentions
  /// the test's directory.
  @AfterEach
  void endAll() throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    for (var ours = ours(); !ours.isEmpty(); ours = ours()) {
      if (System.nanoTime() > end) {
        ours.forEach(ProcessHandle::destroyForcibly);
      }
      Thread.sleep(20);
    }
  }

  private List<ProcessHandle> ours() {
    return ProcessHandle.allProcesses().filter(this::isOurs).toList();
  }

  private boolean isOurs(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
          .contains(directory.toString());
    } catch (IOException gone) {
      return false;
    }
  }

  private Manta manta(String... args) throws IOException {
    return Manta.start(directory.resolve("caches"), List.of("-Duser.home=" + directory), args);
  }

  private void detach(String loop, String... more) throws Exception {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("run", "--detach", "--loop", "dev.manta.it.cli." + loop));
    args.addAll(List.of("--name", "mine", "--storage", directory.toString()));
    args.addAll(List.of(more));
    try (Manta run = manta(args.toArray(String[]::new))) {
      assertThat(run.exitCode()).as(run.output()).isEqualTo(0);
      assertThat(run.output())
          .contains("run mine continues without this terminal", "manta stop ", "manta show ");
    }
  }

  private void awaitStatus(RunStatus status) throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    Path run = directory.resolve("mine");
    while (Result.fromPath(run.toString()).status() != status) {
      assertThat(System.nanoTime()).as("%s within 300 s", status).isLessThan(end);
      Thread.sleep(20);
    }
  }

  private void stop() throws Exception {
    try (Manta stop = manta("stop", "mine", "--storage", directory.toString())) {
      assertThat(stop.exitCode()).as(stop.output()).isEqualTo(0);
    }
    awaitStatus(RunStatus.STOPPED);
  }

  @Test
  void aDetachedRunContinuesAloneAndStopsWithACheckpointWhenTold() throws Exception {
    detach("Loops::countForever", "--config", "lr=1", "--config", "epochs=1");
    awaitStatus(RunStatus.RUNNING);

    stop();

    assertThat(Result.fromPath(directory.resolve("mine").toString()).latestCheckpoint())
        .isPresent();
    assertThat(directory.resolve(".manta/detached"))
        .isDirectoryRecursivelyContaining(file -> file.endsWith("log"));
  }

  private RunState state() {
    Location run = Location.of(directory.resolve("mine"));
    return RunRecord.find(Storages.at(run), run).orElseThrow().state();
  }

  private List<Long> pids() {
    return state().group().stream().map(worker -> worker.pid().orElse(0)).toList();
  }

  private long controller() throws IOException {
    return Long.parseLong(Files.readString(directory.resolve("mine/run.lock")));
  }

  /// Begins a run of two workers that sums for some seconds; says which processes they are.
  private List<Long> beginSums() throws Exception {
    detachSums();
    awaitStatus(RunStatus.RUNNING);
    awaitReports();
    return pids();
  }

  /// Workers that have made no commit yet hold nothing to resume from.
  private void awaitReports() throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    String run = directory.resolve("mine").toString();
    while (Result.fromPath(run).history().rows().count() < 10) {
      assertThat(System.nanoTime()).as("reports within 300 s").isLessThan(end);
      Thread.sleep(20);
    }
  }

  private void detachSums() throws Exception {
    detach("Sums::train", "--workers", "2", "--config", "steps=" + STEPS, "--config", "millis=10");
  }

  /// Waits until a controller of this term has heard from all workers.
  private void awaitTakenOver(int term) throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (state().term() < term || !state().current().awaited().isEmpty()) {
      assertThat(System.nanoTime()).as("term %d within 60 s", term).isLessThan(end);
      Thread.sleep(10);
    }
  }

  @Test
  void aControllerThatIsKilledFindsItsWorkersAgainAndNothingIsLost() throws Exception {
    List<Long> workers = beginSums();

    for (int term = 2; term <= 3; term++) {
      ProcessHandle.of(controller()).orElseThrow().destroyForcibly();
      awaitTakenOver(term);
      assertThat(pids()).isEqualTo(workers);
    }
    awaitStatus(RunStatus.FINISHED);

    Result result = Result.fromPath(directory.resolve("mine").toString());
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.returnValue(Double.class)).contains(Sums.end(STEPS));
    assertThat(result.history().rows()).hasSize(2 * STEPS);
  }

  @Test
  void aWorkerThatDiesWhileThereIsNoControllerIsReplaced() throws Exception {
    List<Long> workers = beginSums();

    ProcessHandle.of(controller()).orElseThrow().destroyForcibly();
    ProcessHandle.of(workers.get(1)).orElseThrow().destroyForcibly();
    awaitStatus(RunStatus.FINISHED);

    Result result = Result.fromPath(directory.resolve("mine").toString());
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.returnValue(Double.class)).contains(Sums.end(STEPS));
    assertThat(pids().getFirst()).isEqualTo(workers.getFirst());
  }

  /// It has started the program.
  private long supervisor() throws IOException {
    return ProcessHandle.of(controller()).flatMap(ProcessHandle::parent).orElseThrow().pid();
  }

  @Test
  void whereTheSupervisorIsKilledTooTheSameCommandTakesTheRunOver() throws Exception {
    List<Long> workers = beginSums();
    long driver = controller();

    ProcessHandle.of(supervisor()).orElseThrow().destroyForcibly();
    ProcessHandle.of(driver).orElseThrow().destroyForcibly();
    detachSums();
    awaitTakenOver(2);

    assertThat(pids()).isEqualTo(workers);
    awaitStatus(RunStatus.FINISHED);
    Result result = Result.fromPath(directory.resolve("mine").toString());
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.returnValue(Double.class)).contains(Sums.end(STEPS));
    assertThat(result.history().rows()).hasSize(2 * STEPS);
  }

  /// What a rank has reported, in order.
  private static List<Long> stepsOf(int rank, Result result) {
    return result
        .history()
        .rows()
        .map(row -> row.report())
        .filter(report -> report.rank() == rank)
        .map(report -> (long) report.metrics().number("step"))
        .toList();
  }

  /// The same training with the terminal that began it.
  private Manta attached() throws IOException {
    return manta(attachedArguments());
  }

  private String[] attachedArguments() {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("run", "--loop", "dev.manta.it.cli.Sums::train", "--workers", "2"));
    args.addAll(List.of("--name", "mine", "--storage", directory.toString()));
    args.addAll(List.of("--config", "steps=" + STEPS, "--config", "millis=5"));
    return args.toArray(String[]::new);
  }

  @Test
  void sigtermToAnAttachedDriverStopsTheRunWhichResumesFromItsNewestCommit() throws Exception {
    try (Manta run = attached()) {
      run.awaitLine("step ");
      List<Long> workers = pids();
      run.terminate();
      assertThat(run.exitCode()).as(run.output()).isEqualTo(130);
      assertThat(state().status()).isEqualTo(RunStatus.STOPPED);
      assertThat(workers).allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
    }
    try (Manta again = attached()) {
      assertThat(again.exitCode()).as(again.output()).isEqualTo(0);
    }
    Result result = Result.fromPath(directory.resolve("mine").toString());
    assertThat(result.returnValue(Double.class)).contains(Sums.end(STEPS));
    assertThat(stepsOf(1, result))
        .containsExactlyElementsOf(LongStream.range(0, STEPS).boxed().toList());
  }

  @Test
  void aClosedTerminalStopsTheRunWithALastCheckpoint() throws Exception {
    try (Manta run = attached()) {
      run.awaitLine("step ");
      List<Long> workers = pids();
      run.hangUp();
      run.hangUp();
      run.hangUp();
      assertThat(run.exitCode()).as(run.output()).isEqualTo(130);
      assertThat(state().status()).isEqualTo(RunStatus.STOPPED);
      assertThat(state().kept()).isNotEmpty();
      assertThat(workers).allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
    }
  }

  @Test
  void aLogoutThatEndsTheTerminalAndThenTheDriverLeavesALastCheckpoint() throws Exception {
    try (Manta run = attached()) {
      run.awaitLine("step ");
      run.hangUp();
      run.terminate();
      assertThat(run.exitCode()).as(run.output()).isEqualTo(130);
      assertThat(state().kept()).as(run.output()).isNotEmpty();
    }
  }

  @Test
  void aClosedTerminalDoesNothingToADriverThatIgnoresIt() throws Exception {
    Path caches = directory.resolve("caches");
    List<String> home = List.of("-Duser.home=" + directory);
    try (Manta run = Manta.nohup(caches, home, attachedArguments())) {
      run.awaitLine("step ");
      run.hangUp();
      assertThat(run.exitCode()).as(run.output()).isEqualTo(0);
    }
  }

  @Test
  void aProgramThatCannotBeginSaysWhyAndEndsAsItWould() throws Exception {
    try (Manta run = manta("run", "--detach", directory.resolve("Missing.java").toString())) {
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.output()).contains("no file", "Missing.java");
    }
  }
}
