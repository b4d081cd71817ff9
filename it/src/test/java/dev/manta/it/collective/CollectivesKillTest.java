package dev.manta.it.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.collective.Crew;
import dev.manta.internal.collective.Settings.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Real processes, killed or frozen at random points of random programs.
@Timeout(300)
final class CollectivesKillTest {
  private static final long FOREVER = 1_000_000;
  private static final Path SHARED = Path.of("/dev/shm");

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "TCP"})
  void theOthersNoticeAKilledRankAndGoOnWithoutIt(Transport transport) throws Exception {
    for (long seed = 1; seed <= 4; seed++) {
      killOnce(seed, transport);
    }
  }

  private void killOnce(long seed, Transport transport) throws Exception {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(3);
    int victim = random.nextInt(ranks);
    try (Crew crew = crew(ranks, 60, transport)) {
      start(crew, ranks, seed);
      TimeUnit.MILLISECONDS.sleep(random.nextInt(200));
      crew.process(victim).destroyForcibly();
      List<Integer> others = others(ranks, victim);
      for (int rank : others) {
        assertThat(crew.answer(rank, "aborted")).isEqualTo("PeerDied[rank=" + victim + "]");
      }
      goOn(crew, others, seed);
      assertThat(sharedFiles(crew, ranks)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "TCP"})
  void aFrozenRankIsLeftBehindAndTouchesNothing(Transport transport) throws Exception {
    int ranks = 3;
    int victim = 1;
    try (Crew crew = crew(ranks, 8, transport)) {
      start(crew, ranks, 77);
      signal(crew.process(victim), "STOP");
      List<Integer> others = others(ranks, victim);
      for (int rank : others) {
        assertThat(crew.answer(rank, "aborted")).startsWith("TimedOut[rank=" + victim);
      }
      crew.form(2, others);
      others.forEach(rank -> crew.tell(rank, "500 40"));
      signal(crew.process(victim), "CONT");
      assertThat(crew.answer(victim, "aborted")).startsWith("TimedOut[rank=" + victim);
      for (int rank : others) {
        crew.answer(rank, "done");
      }
    }
  }

  private Crew crew(int ranks, long limitSeconds, Transport transport) throws IOException {
    List<String> arguments = List.of(Long.toString(limitSeconds), transport.toString());
    return new Crew(ProgramRank.class, ranks, directory, arguments);
  }

  private static void start(Crew crew, int ranks, long seed) throws Exception {
    List<Integer> all = IntStream.range(0, ranks).boxed().toList();
    crew.form(1, all);
    all.forEach(rank -> crew.tell(rank, seed * 1_000 + " " + FOREVER));
    for (int rank : all) {
      crew.answer(rank, "running");
    }
  }

  private static void goOn(Crew crew, List<Integer> members, long seed) throws Exception {
    crew.form(2, members);
    members.forEach(rank -> crew.tell(rank, seed + " 3"));
    for (int rank : members) {
      crew.answer(rank, "done");
    }
  }

  private static List<Integer> others(int ranks, int victim) {
    return IntStream.range(0, ranks).filter(rank -> rank != victim).boxed().toList();
  }

  private static void signal(Process process, String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /// Files in shared memory that name a process of the crew.
  private static List<Path> sharedFiles(Crew crew, int ranks) throws IOException {
    List<String> pids =
        IntStream.range(0, ranks).mapToObj(rank -> "-" + crew.process(rank).pid() + "-").toList();
    try (Stream<Path> files = Files.list(SHARED)) {
      return files.filter(file -> pids.stream().anyMatch(file.toString()::contains)).toList();
    }
  }
}
