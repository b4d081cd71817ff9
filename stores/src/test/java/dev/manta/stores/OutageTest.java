package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.Location;
import dev.manta.testkit.storage.FaultProxy;
import dev.manta.testkit.storage.FaultProxy.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A store that answers nobody for a while, under a run with two worker processes.
class OutageTest {
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("manta.campaign", 1) > 1 ? 30 : 8);
  private static final int BEFORE = 150;
  private static final int STEPS =
      BEFORE + (int) (3 * OUTAGE.toMillis() / 2 / TrainThroughOutage.STEP_MILLIS);

  /// On a machine whose cores are all taken a step may take so long without any outage.
  private static final long DELAY_MILLIS = 2500;

  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final long LOOK_EVERY_MILLIS = 20;

  @TempDir private Path directory;

  @Test
  @Timeout(300)
  void stepsContinueWhileTheStoreIsAwayAndNothingIsLost() throws Exception {
    try (TestS3 server = TestS3.s3proxy();
        FaultProxy proxy = new FaultProxy(server.endpoint(), 1)) {
      Location root = Location.parse("s3://" + TestS3.BUCKET + "/outage");
      Process program = start(proxy, root);
      try {
        await(program, "the run to train", _ -> steps(0).size() >= BEFORE);
        long from = System.currentTimeMillis();
        proxy.inject(1, Fault.DROPPED, Fault.SLOW_DOWN);
        await(program, "the outage's end", now -> now - from >= OUTAGE.toMillis());
        proxy.inject(0);
        long to = System.currentTimeMillis();
        String said = end(program);
        long sum = (long) STEPS * (STEPS - 1);
        assertThat(said)
            .contains(
                "status FINISHED, attempts 1, sum %s, checkpoints %s, reports %s"
                    .formatted(sum, STEPS / TrainThroughOutage.CHECKPOINT_EVERY, 2 * STEPS));
        requireNoDelay(from, to);
        assertThat(proxy.injected().values().stream().mapToInt(n -> n).sum()).isPositive();
        assertThat(RawCalls.of(server.endpoint()).uploads(root)).isZero();
      } finally {
        program.destroyForcibly();
      }
    }
  }

  private void requireNoDelay(long from, long to) {
    for (int rank = 0; rank < 2; rank++) {
      List<Long> times = steps(rank);
      assertThat(times).hasSize(STEPS);
      long longest = 0;
      for (int i = 1; i < times.size(); i++) {
        boolean away = times.get(i) >= from && times.get(i - 1) <= to;
        longest = away ? Math.max(longest, times.get(i) - times.get(i - 1)) : longest;
      }
      long made = count(times, from, to);
      System.out.printf(
          "rank %s: store away for %s ms, %s steps made meanwhile, the longest took %s ms%n",
          rank, to - from, made, longest);
      assertThat(longest).isLessThan(DELAY_MILLIS);
      requireSameRate(times, from, to);
    }
  }

  /// As many steps are made while the store is away as before, but for what a busy machine takes.
  private static void requireSameRate(List<Long> times, long from, long to) {
    long begun = Math.max(times.getFirst(), from - (to - from));
    double before = (double) count(times, begun, from) / (from - begun);
    double meanwhile = (double) count(times, from, to) / (to - from);
    assertThat(meanwhile).as("steps per ms").isGreaterThan(before / 2);
  }

  private static long count(List<Long> times, long from, long to) {
    return times.stream().filter(time -> time >= from && time < to).count();
  }

  private List<Long> steps(int rank) {
    Path trace = TrainThroughOutage.trace(directory, rank);
    try {
      String text = Files.exists(trace) ? Files.readString(trace) : "";
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Long::valueOf).toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Process start(FaultProxy proxy, Location root) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Duser.home=" + directory));
    command.add("-cp");
    command.addAll(
        List.of(System.getProperty("java.class.path"), TrainThroughOutage.class.getName()));
    command.addAll(List.of(root.toString(), directory.toString(), "" + STEPS));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(TestS3.programVariables(proxy.endpoint()));
    return builder.redirectErrorStream(true).redirectOutput(said().toFile()).start();
  }

  private Path said() {
    return directory.resolve("said");
  }

  private void await(Process program, String what, LongPredicate at) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!at.test(System.currentTimeMillis())) {
      boolean ended = program.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
      assertThat(ended || System.nanoTime() > end)
          .as("%s: %s", what, Files.readString(said()))
          .isFalse();
    }
  }

  private String end(Process program) throws Exception {
    boolean ended = program.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    String said = Files.readString(said());
    assertThat(ended).as(said).isTrue();
    assertThat(program.exitValue()).as(said).isZero();
    return said;
  }
}
