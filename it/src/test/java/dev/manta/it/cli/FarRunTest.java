package dev.manta.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.run.state.RunState;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs in storage that is not this machine's: a directory under another scheme. Another machine is
/// one with another home.
final class FarRunTest {
  private static final int STEPS = 600;
  private static final int MANY_STEPS = 1_000_000;
  private static final long LIMIT_NANOS = 300_000_000_000L;

  /// Shorter than the silence after which a run is taken from somebody of whom nothing is known.
  private static final Duration BACK_WITHIN = Duration.ofSeconds(15);

  @TempDir Path directory;

  @AfterEach
  void endAll() throws InterruptedException {
    await("all processes to end", () -> ours().isEmpty());
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

  private static void await(String what, BooleanSupplier so) throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (!so.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      Thread.sleep(10);
    }
  }

  private Location far() {
    return Location.parse("patient:" + directory.resolve("far"));
  }

  private RunState state() {
    Location run = far().resolve("mine");
    return RunRecord.find(Storages.at(run), run).map(RunRecord::state).orElse(RunState.fresh());
  }

  private Manta manta(String home, String... words) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--storage", "" + far()));
    return Manta.start(
        directory.resolve("caches"),
        List.of("-Duser.home=" + directory.resolve(home)),
        arguments.toArray(String[]::new));
  }

  private static String[] run(int steps, String... more) {
    List<String> words = new ArrayList<>(List.of("run", "--name", "mine", "--workers", "2"));
    words.addAll(List.of("--loop", "dev.manta.it.cli.Sums::train"));
    words.addAll(List.of("--config", "steps=" + steps, "--config", "millis=10"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private void detach(int steps) throws Exception {
    try (Manta run = manta("home", run(steps, "--detach"))) {
      assertThat(run.exitCode()).as(run.output()).isEqualTo(0);
    }
    await("the run to train", () -> state().status() == RunStatus.RUNNING);
  }

  private long driver() throws IOException {
    Path lease = directory.resolve("far/mine/lease/000000000001.json");
    return Json.parse(Files.readAllBytes(lease)).asObject().get("pid").asLong();
  }

  private List<Long> workers() {
    return state().group().stream().map(worker -> worker.pid().orElse(0)).toList();
  }

  @Test
  void aDriverThatIsKilledIsReplacedOnItsOwnMachineWithoutWaitingForItsSilence() throws Exception {
    detach(STEPS);
    List<Long> before = workers();

    long killed = System.nanoTime();
    ProcessHandle.of(driver()).orElseThrow().destroyForcibly();
    await("term 2", () -> state().term() == 2 && state().current().awaited().isEmpty());
    Duration took = Duration.ofNanos(System.nanoTime() - killed);

    assertThat(took).isLessThan(BACK_WITHIN);
    assertThat(workers()).isEqualTo(before);
    await("the run to end", () -> state().status().ended());
    Result result = Result.fromPath(far().resolve("mine").toString());
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.returnValue(Double.class)).contains(Sums.end(STEPS));
  }

  @Test
  void aDriverOnAnotherMachineIsToldWhoHasTheRun() throws Exception {
    detach(MANY_STEPS);
    String holder = "run mine is in use by process " + driver() + " on ";
    try (Manta other = manta("home-of-another-machine", run(MANY_STEPS))) {
      assertThat(other.exitCode()).as(other.output()).isNotZero();
      assertThat(other.output()).contains(holder, " since 20");
    }
    assertThat(state().status()).isEqualTo(RunStatus.RUNNING);
    try (Manta stop = manta("home", "stop", "mine")) {
      assertThat(stop.exitCode()).as(stop.output()).isEqualTo(0);
    }
    await("the run to end", () -> state().status().ended());
    assertThat(state().term()).isOne();
  }
}
