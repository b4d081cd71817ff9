package dev.manta.internal.collective.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.collective.Cause;
import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Numerics;
import dev.manta.collective.Op;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.Heard;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.SmallFileSystem;
import dev.manta.internal.collective.group.CollectiveGroup;
import dev.manta.internal.machine.Foreign;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Shared memory goes where there is space, and says so when that is not the first choice.
@Timeout(300)
class FileRegionsTest {
  private static final long MEGABYTE = 1 << 20;

  @TempDir private Path small;
  @TempDir private Path roomy;
  private final Heard log = new Heard();
  private final String name = ThisHost.fileName();
  private List<Path> both = List.of();

  @BeforeEach
  void inOrder() {
    both = List.of(small, roomy);
  }

  @AfterEach
  void stopListening() {
    log.close();
  }

  @Test
  void whatFitsGoesToTheFirstDirectoryAndNothingIsSaid() throws Exception {
    try (SharedRegion region = new FileRegions(both).create("a", MEGABYTE)) {
      assertThat(region.memory().byteSize()).isEqualTo(MEGABYTE);
      assertThat(small).isDirectoryContaining("glob:**/a");
      assertThat(roomy).isEmptyDirectory();
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void whatDoesNotFitGoesToTheNextDirectoryAndThatIsSaid() throws Exception {
    try (SmallFileSystem _ = SmallFileSystem.of(small, MEGABYTE)) {
      FileRegions regions = new FileRegions(both);
      try (SharedRegion made = regions.create("a", 2 * MEGABYTE);
          SharedRegion seen = regions.open("a").orElseThrow()) {
        made.memory().set(ValueLayout.JAVA_BYTE, 2 * MEGABYTE - 1, (byte) 7);
        assertThat(seen.memory().get(ValueLayout.JAVA_BYTE, 2 * MEGABYTE - 1)).isEqualTo((byte) 7);
      }
      assertThat(small).isEmptyDirectory();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("WARNING no space for ")
          .contains(" bytes in " + small + ": ")
          .contains("only 1048576 bytes are free");
      regions.remove("a");
      assertThat(roomy).isEmptyDirectory();
    }
  }

  @Test
  void aDirectoryThatIsNotThereIsPassedBy() throws Exception {
    List<Path> directories = List.of(small.resolve("absent"), roomy);
    try (SharedRegion region = new FileRegions(directories).create("a", 10)) {
      assertThat(region.memory().byteSize()).isEqualTo(10);
      assertThat(roomy).isDirectoryContaining("glob:**/a");
      assertThat(log.lines()).hasSize(1);
    }
  }

  @Test
  void noRoomAnywhereIsAnErrorThatLeavesNoFile() throws Exception {
    try (SmallFileSystem _ = SmallFileSystem.of(small, MEGABYTE)) {
      FileRegions regions = new FileRegions(List.of(small));
      assertThatThrownBy(() -> regions.create("a", 2 * MEGABYTE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("only 1048576 bytes are free");
      assertThat(small).isEmptyDirectory();
    }
  }

  @Test
  void aFileOfAnotherUserIsNotTakenForShared() throws Exception {
    Path planted = Files.write(small.resolve("a"), new byte[4096]);
    assumeTrue(Foreign.give(planted), "only root can give files away");
    assertThat(new FileRegions(both).open("a")).isEmpty();
  }

  @Test
  void aLinkIsNotTakenForShared() throws Exception {
    Path elsewhere = Files.write(roomy.resolve("b"), new byte[4096]);
    Files.createSymbolicLink(small.resolve("a"), elsewhere);
    assertThat(new FileRegions(both).open("a")).isEmpty();
  }

  @Test
  void aGroupFormsAndReducesBornMemoryWhereThereIsRoom() throws Exception {
    try (SmallFileSystem _ = SmallFileSystem.of(small, MEGABYTE)) {
      List<Collectives> ranks = form(2);
      assertThat(all(ranks.stream().map(rank -> (Work<float[]>) () -> sum(rank)).toList()))
          .containsExactly(new float[] {3}, new float[] {3});
      assertThat(log.lines()).hasSize(3).allMatch(line -> line.contains("in " + small));
      ranks.forEach(Collectives::close);
      assertThat(small).isEmptyDirectory();
      assertThat(roomy).isEmptyDirectory();
    }
  }

  @Test
  void whoeverIsLeftTakesAwayASmallerGroupThatADeadRankWasMaking() throws Exception {
    for (boolean aborted : List.of(false, true)) {
      List<Collectives> ranks = form(2);
      Path half = Files.createFile(roomy.resolve(name + "-a1-g1.1.new"));
      if (aborted) {
        ranks.getFirst().abort(new Cause.PeerDied(1));
      }
      ranks.getFirst().close();
      assertThat(Files.exists(half)).isEqualTo(!aborted);
      ranks.getLast().close();
      Files.deleteIfExists(half);
    }
  }

  @Test
  void aGroupWithoutRoomSaysWhatToDo() throws Exception {
    try (SmallFileSystem _ = SmallFileSystem.of(small, MEGABYTE)) {
      both = List.of(small);
      assertThatThrownBy(() -> form(1))
          .hasStackTraceContaining("for a group of 1: give /dev/shm more space");
      assertThat(small).isEmptyDirectory();
    }
  }

  private static float[] sum(Collectives rank) {
    MemorySegment born = rank.allocate(2 * MEGABYTE);
    born.set(ValueLayout.JAVA_FLOAT, 0, 1 + rank.rank());
    rank.allReduce(born, ElementType.F32, Op.SUM);
    return new float[] {born.get(ValueLayout.JAVA_FLOAT, 0)};
  }

  /// What one rank does.
  private interface Work<T> {
    T run() throws Exception;
  }

  private List<Collectives> form(int size) throws Exception {
    ShmRegion.Setup setup =
        new ShmRegion.Setup(
            new FileRegions(both), Duration.ofSeconds(20), Futex.available(), 4 * MEGABYTE);
    Offer offer = new Offer("here", ProcessHandle.current().pid(), name, "", "");
    List<Offer> offers = Collections.nCopies(size, offer);
    List<Work<Collectives>> joins = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      GroupPlan plan = new GroupPlan("run", 1, rank, offers, Numerics.forWorkers(size));
      joins.add(
          () ->
              new CollectiveGroup(plan.membership(), meter -> ShmEngine.join(setup, plan, meter)));
    }
    return all(joins);
  }

  /// Runs all at once.
  private static <T> List<T> all(List<Work<T>> parts) throws Exception {
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      List<Future<T>> running = parts.stream().map(part -> threads.submit(part::run)).toList();
      List<T> results = new ArrayList<>();
      for (Future<T> each : running) {
        results.add(each.get(30, TimeUnit.SECONDS));
      }
      return results;
    }
  }
}
