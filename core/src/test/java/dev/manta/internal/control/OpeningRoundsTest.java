package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How often who opens a run waits for a store: each time takes as long as the store is far away.
@Timeout(300)
class OpeningRoundsTest {
  private static final Location ROOT = Location.parse("mem:rounds-" + UUID.randomUUID());
  private static final String NAME = "digits";

  private final MemoryStorage memory = new MemoryStorage();
  private final List<String> calls = new CopyOnWriteArrayList<>();

  @AfterEach
  void removeLocalTraces() {
    FileTree.delete(RunSite.of(NAME, ROOT.resolve(NAME)).directory());
  }

  private static RunPlan plan() {
    return new RunPlan(
        RunConfig.named(NAME),
        ScalingConfig.workers(2),
        new LoopSpec("com.acme.Digits", "train", "", "{}"),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "code1",
        Limits.DEFAULT,
        false);
  }

  private RunOutcome run(HookedStorage.Hook hook) {
    try (var cluster = new ScriptedCluster(stage -> stage.returns("1"))) {
      var storage = new HookedStorage(memory, hook);
      return RunLoop.open(plan(), cluster, storage, ROOT).toEnd(List.of());
    }
  }

  private static String call(String operation, Location at) {
    return operation + " " + (at.equals(ROOT) ? "" : at.relativeTo(ROOT.resolve(NAME)));
  }

  /// Each of the two calls is answered once the other was made too.
  private void requireTogether(String one, String other) {
    var both = new CountDownLatch(2);
    HookedStorage.Hook hook =
        (operation, at) -> {
          String call = call(operation, at);
          calls.add(call);
          if (call.equals(one) || call.equals(other)) {
            both.countDown();
            await(both);
          }
        };
    assertThat(run(hook).status()).isEqualTo(RunStatus.FINISHED);
    assertThat(calls).contains(one, other);
  }

  private static void await(CountDownLatch both) {
    try {
      if (!both.await(10, TimeUnit.SECONDS)) {
        throw new MantaException(ErrorCode.USER, "one was made after the other");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.USER, "interrupted", e);
    }
  }

  @Test
  void storageIsProvenWhileTheRunIsLookedUp() {
    requireTogether("requireExclusivePuts ", "size run.json");
  }

  @Test
  void theLogOfANewRunIsReadWhileItsLeaseIsTaken() {
    requireTogether("children control", "putIfAbsent lease/000000000001.json");
  }

  @Test
  void whatANewRunWasStartedWithIsWrittenBesideItsFirstRecord() {
    requireTogether("put run.json", "putIfAbsent control/000000000001.json");
  }

  @Test
  void nothingElseIsAskedBeforeTheFirstDecision() {
    run((operation, at) -> calls.add(call(operation, at)));
    int decided = calls.indexOf("putIfAbsent control/000000000002.json");
    // What is asked beside the run, by those that pack metrics and keep logs, nobody waits for.
    assertThat(calls.subList(0, decided))
        .filteredOn(call -> !call.contains(" metrics") && !call.contains(" logs"))
        .containsExactlyInAnyOrder(
            "requireExclusivePuts ",
            "size run.json",
            "putIfAbsent lease/000000000001.json",
            "children control",
            "put run.json",
            "putIfAbsent control/000000000001.json");
  }

  private static RunLookup.Opened look(HookedStorage storage, DetachedRun run) {
    StorageRetry retry = StorageRetry.opening(ROOT, Duration.ofMinutes(2));
    var opening = RunLookup.Opening.in(storage, ROOT, Optional.of(run), retry);
    var cluster = new EarlyStartCluster(new ScriptedCluster(_ -> {}), OptionalInt.empty());
    return new RunLookup(plan(), storage, ROOT, opening, cluster).open();
  }

  @Test
  void aDriverThatComesBackAsksForNothingTwice(@TempDir Path directory) {
    var storage = new HookedStorage(memory, (operation, at) -> calls.add(call(operation, at)));
    look(storage, new DetachedRun(directory.resolve("run-1"))).claim().close();
    calls.clear();

    var again = new DetachedRun(directory.resolve("run-1"));
    Location run = again.before().orElseThrow();
    assertThat(again.ended(storage, run, Duration.ofMinutes(2))).isEmpty();
    look(storage, again).claim().close();

    int term = calls.indexOf("putIfAbsent control/000000000002.json");
    assertThat(calls.subList(0, term + 1))
        .filteredOn(call -> !call.startsWith("size "))
        .containsExactlyInAnyOrder(
            "read run.json",
            "children control",
            "read control/000000000001.json",
            "children lease",
            "read lease/000000000001.json",
            "putIfAbsent lease/000000000002.json",
            "putIfAbsent control/000000000002.json");
  }

  @Test
  void aStoreThatIsNotProvenGetsNothing() {
    HookedStorage.Hook refusing =
        (operation, at) -> {
          calls.add(call(operation, at));
          if (operation.equals("requireExclusivePuts")) {
            throw new MantaException(ErrorCode.USER, "it lets two win");
          }
        };
    assertThatThrownBy(() -> run(refusing)).hasMessage("it lets two win");
    assertThat(calls).noneMatch(call -> call.startsWith("put"));
  }
}
