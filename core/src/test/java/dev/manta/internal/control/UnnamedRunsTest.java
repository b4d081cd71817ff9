package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.lease.RunLock;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run that has no name is a new one, whoever begins one of the same function beside it.
@Timeout(300)
class UnnamedRunsTest {
  private static final int MANY = 8;

  @TempDir Path runs;

  private RunLookup.Opened open(RunConfig config) {
    var plan =
        new RunPlan(
            config,
            ScalingConfig.workers(1),
            new LoopSpec("com.acme.Digits", "train", "", "{}"),
            Optional.empty(),
            "",
            Map.of(),
            new WorkerRuntime.Jvm(List.of(), List.of()),
            "",
            Limits.DEFAULT,
            false);
    return new RunLookup(
            plan,
            new LocalStorage(),
            Location.of(runs),
            RunLookup.Opening.of(StorageRetry.real()),
            new EarlyStartCluster(new ScriptedCluster(_ -> {}), OptionalInt.empty()))
        .open();
  }

  private String nameOf(RunConfig config) {
    RunLookup.Opened opened = open(config);
    opened.claim().close();
    return opened.site().name();
  }

  @Test
  void aRunWithoutANameTakesTheNextOneWhereTheFirstIsBeingBegun() {
    try (RunLock lock = RunLock.take("digits", runs.resolve("digits"))) {
      assertThat(lock).isNotNull();
      assertThat(nameOf(RunConfig.defaults())).isEqualTo("digits-2");
    }
  }

  @Test
  void aRunThatStartsOverTakesTheNextNameToo() {
    try (RunLock lock = RunLock.take("cats", runs.resolve("cats"))) {
      assertThat(lock).isNotNull();
      assertThat(nameOf(RunConfig.named("cats").fresh())).isEqualTo("cats-2");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void allThatBeginAtOnceAreDifferent(boolean endsAtOnce) throws Exception {
    var together = new CyclicBarrier(MANY);
    Callable<String> begin = () -> begun(together, endsAtOnce);
    try (var threads = Executors.newFixedThreadPool(MANY)) {
      List<Callable<String>> all = IntStream.range(0, MANY).mapToObj(_ -> begin).toList();
      List<String> names = threads.invokeAll(all).stream().map(Future::resultNow).toList();
      assertThat(names).doesNotHaveDuplicates();
    }
  }

  private String begun(CyclicBarrier together, boolean endsAtOnce) throws Exception {
    together.await();
    if (endsAtOnce) {
      return nameOf(RunConfig.defaults());
    }
    RunLookup.Opened opened = open(RunConfig.defaults());
    together.await();
    opened.claim().close();
    return opened.site().name();
  }
}
