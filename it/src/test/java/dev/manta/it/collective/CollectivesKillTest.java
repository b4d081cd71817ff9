package dev.manta.it.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.collective.GroupProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Real processes, killed or frozen at random points of random programs.
@Timeout(300)
final class CollectivesKillTest {
  private static final long FOREVER = 1_000_000;
  private static final int SEEDS = Integer.getInteger("manta.campaign", 1);
  private static final int RANKS = 4;
  private static final List<Integer> ALL = IntStream.range(0, RANKS).boxed().toList();
  private static final Path SHARED = Path.of("/dev/shm");

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  @Timeout(900)
  void theOthersNoticeAKilledRankAndContinueWithoutIt(Layout layout) throws Exception {
    for (long seed = 1; seed <= SEEDS; seed++) {
      killOneAfterTheOther(layout, new Random(seed * 100));
    }
  }

  /// Until one is left.
  private void killOneAfterTheOther(Layout layout, Random random) throws Exception {
    try (GroupProcesses processes = layout.processes(RANKS, 60, directory)) {
      List<Integer> members = ALL;
      for (int attempt = 1; members.size() > 1; attempt++) {
        run(layout, processes, attempt, members, random);
        int victim = random.nextInt(members.size());
        processes.process(members.get(victim)).destroyForcibly();
        members = without(members, victim);
        for (int member : members) {
          assertThat(processes.answer(member, "aborted"))
              .isEqualTo("PeerDied[rank=" + victim + "]");
        }
      }
      finish(layout, processes, RANKS, members, random);
      assertThat(leftBehind(processes)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED", "SOCKETS"})
  void aFrozenRankIsLeftBehindAndTouchesNothing(Layout layout) throws Exception {
    freezeOne(layout);
  }

  @Tag("campaign")
  @ParameterizedTest
  @EnumSource(names = {"PORTABLE", "HOSTS"})
  void aFrozenRankIsLeftBehindOtherwiseConnectedToo(Layout layout) throws Exception {
    freezeOne(layout);
  }

  private void freezeOne(Layout layout) throws Exception {
    Random random = new Random(layout.name().hashCode());
    int victim = random.nextInt(RANKS);
    List<Integer> others = without(ALL, victim);
    try (GroupProcesses processes = layout.processes(RANKS, 8, directory)) {
      run(layout, processes, 1, ALL, random);
      signal(processes.process(victim), "STOP");
      assertTimedOut(processes, others);
      layout.form(processes, 2, others);
      others.forEach(member -> processes.tell(member, "500 40"));
      signal(processes.process(victim), "CONT");
      assertTimedOut(processes, List.of(victim));
      for (int member : others) {
        processes.answer(member, "done");
      }
      finish(layout, processes, 3, ALL, random);
    }
  }

  /// Whom a rank names is whom it waited for, which may itself have waited for the frozen one.
  private static void assertTimedOut(GroupProcesses processes, List<Integer> members)
      throws Exception {
    for (int member : members) {
      assertThat(processes.answer(member, "aborted")).startsWith("TimedOut[rank=");
    }
  }

  /// Starts a program that does not end, and waits until it is somewhere in it.
  private static void run(
      Layout layout, GroupProcesses processes, int attempt, List<Integer> members, Random random)
      throws Exception {
    layout.form(processes, attempt, members);
    String program = random.nextInt(1_000_000) + " " + FOREVER;
    members.forEach(member -> processes.tell(member, program));
    for (int member : members) {
      processes.answer(member, "running");
    }
    TimeUnit.MILLISECONDS.sleep(random.nextInt(200));
  }

  private static void finish(
      Layout layout, GroupProcesses processes, int attempt, List<Integer> members, Random random)
      throws Exception {
    layout.form(processes, attempt, members);
    String program = random.nextInt(1_000_000) + " 3";
    members.forEach(member -> processes.tell(member, program));
    for (int member : members) {
      processes.answer(member, "done");
    }
  }

  private static List<Integer> without(List<Integer> members, int victim) {
    return IntStream.range(0, members.size())
        .filter(rank -> rank != victim)
        .mapToObj(members::get)
        .toList();
  }

  private static void signal(Process process, String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /// Files of shared memory that name a process of the processes.
  private List<Path> leftBehind(GroupProcesses processes) throws IOException {
    List<String> pids =
        ALL.stream().map(rank -> "-" + processes.process(rank).pid() + "-").toList();
    try (Stream<Path> shared = Files.list(SHARED);
        Stream<Path> own = Files.list(directory)) {
      return Stream.concat(shared, own)
          .filter(file -> file.getFileName().toString().startsWith("manta-"))
          .filter(file -> pids.stream().anyMatch(file.toString()::contains))
          .toList();
    }
  }
}
