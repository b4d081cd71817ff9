package dev.manta.bench.recovery;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.bench.Launcher;
import dev.manta.bench.recovery.ReattachProgram.Reached;
import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.run.state.RunState;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.History;
import dev.manta.train.RunStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Kills the controller of a detached run again and again, and measures how long until another one
/// has heard from all workers.
///
/// @param directory what it prints is kept there
/// @param storage where the run lies
record Reattachments(Path directory, Location storage, int workers) {
  private static final String NAME = "reattach";
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_EVERY_MILLIS = 5;

  /// Each look at a store is three requests, which would take the machine from what is measured.
  private static final long LOOK_FAR_MILLIS = 50;

  /// A program that has lived for so long is started again without a wait.
  private static final Duration CALM = Duration.ofMillis(6500);

  /// The figures `kill-1`, `kill-2`, …; how many attempts, reports and weights are not as they
  /// would be undisturbed; and how many workers are other processes.
  Map<String, Double> figures(int kills) throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>();
    begin();
    List<Long> before = pids(await(state -> state.status() == RunStatus.RUNNING));
    for (int i = 1; i <= kills; i++) {
      Thread.sleep(CALM);
      figures.put(NAME + "-kill-" + i, kill(i + 1));
    }
    List<Long> after = pids(state());
    Manta.local().stop(run().toString());
    await(state -> state.status().ended());
    awaitEnd(controller());
    figures.putAll(lost(Result.fromPath(run().toString())));
    figures.put("restarted", (double) before.stream().filter(pid -> !after.contains(pid)).count());
    return figures;
  }

  private void begin() throws IOException, InterruptedException {
    List<String> command =
        Launcher.command(
            "run",
            "--detach",
            "--jar",
            Launcher.jarOf(ReattachProgram.class).toString(),
            "--loop",
            ReattachProgram.class.getName() + "::train",
            "--workers",
            "" + workers,
            "--name",
            NAME,
            "--storage",
            storage.toString());
    File output = directory.resolve("output").toFile();
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("the run did not begin: " + Files.readString(output.toPath()));
    }
  }

  /// Milliseconds until the controller of a term has all workers.
  private double kill(int term) throws IOException, InterruptedException {
    long controller = controller();
    Instant killed = Instant.now();
    ProcessHandle.of(controller).orElseThrow().destroyForcibly();
    await(state -> state.term() == term && state.current().awaited().isEmpty());
    return Duration.between(killed, Instant.now()).toNanos() / 1e6;
  }

  private Map<String, Double> lost(Result result) {
    Reached reached = result.returnValue(Reached.class).orElseThrow();
    double reports = result.history().rows().filter(Reattachments::isOfAStep).count();
    boolean same = reached.equals(ReattachProgram.undisturbed(reached.steps()));
    return Map.of(
        NAME + "-lost",
        result.attempts() - 1.0,
        "reports",
        Math.abs(workers * reached.steps() - reports),
        "weights",
        same ? 0.0 : 1.0);
  }

  /// A run that is stopped reports a last checkpoint by itself.
  private static boolean isOfAStep(History.Row row) {
    return row.report().checkpoint().isEmpty();
  }

  private long controller() throws IOException {
    return Long.parseLong(Files.readString(local().resolve("run.lock")).strip());
  }

  /// Reports are complete when their controller is gone.
  private static void awaitEnd(long controller) throws IOException, InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (ProcessHandle.of(controller).isPresent()) {
      if (System.nanoTime() > end) {
        throw new IOException("the controller of the ended run is still there after " + LIMIT);
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private RunState await(Predicate<RunState> so) throws IOException, InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() < end) {
      RunState state = state();
      if (so.test(state)) {
        return state;
      }
      Thread.sleep(storage.isLocal() ? LOOK_EVERY_MILLIS : LOOK_FAR_MILLIS);
    }
    throw new IOException("the run stands at: " + state().reason() + " after " + LIMIT);
  }

  private static List<Long> pids(RunState state) {
    return state.group().stream().map(worker -> worker.pid().orElse(0)).toList();
  }

  private RunState state() {
    return RunRecord.find(Storages.at(run()), run()).orElseThrow().state();
  }

  private Location run() {
    return storage.resolve(NAME);
  }

  /// Where the run keeps what is not in storage.
  Path local() {
    return RunSite.of(NAME, run()).directory();
  }
}
