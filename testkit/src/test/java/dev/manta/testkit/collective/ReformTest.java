package dev.manta.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.collective.Call;
import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.NetworkSettings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A process that forms one group after the other, of other sizes and for other calls, keeps
/// nothing of the old ones: those that were closed, and those that were aborted on the way.
@Timeout(300)
final class ReformTest {
  /// One mapping or more of each would be seen.
  private static final int GROUPS = 200 * Integer.getInteger("manta.campaign", 1);

  private static final List<Team.Work> CALLS =
      List.of(
          ReformTest::reduce,
          ReformTest::reduceBorn,
          ReformTest::reduceInASubGroup,
          ReformTest::reduceStarted,
          ReformTest::pass);

  @TempDir private Path directory;

  @Test
  void groupsOfOneHostLeaveNothingBehind() throws IOException {
    CollectiveSettings settings = CollectiveSettings.in(directory);
    long mappings = reform(GROUPS, attempt -> Team.through(settings, attempt, size(attempt)));
    assertThat(mappings).isLessThan(GROUPS / 2);
  }

  @Test
  void portableGroupsLeaveNothingBehind() throws IOException {
    CollectiveSettings settings =
        CollectiveSettings.in(directory).withTransport(Transport.PORTABLE);
    reform(60, attempt -> Team.through(settings, attempt, size(attempt)));
  }

  @Test
  void groupsOverSeveralHostsLeaveNothingBehind() throws IOException {
    NetworkSettings network =
        NetworkSettings.at(InetAddress.getLoopbackAddress(), NetworkSettings.Links.PLAIN);
    CollectiveSettings settings = CollectiveSettings.in(directory).withNetwork(network);
    reform(60, attempt -> Team.acrossHosts(settings, attempt, size(attempt), 2));
  }

  private static int size(int attempt) {
    return 1 + attempt % 3;
  }

  /// Returns how many mappings of any kind there are more than before.
  private long reform(int groups, IntFunction<Team> form) throws IOException {
    IntStream.range(0, 20).forEach(attempt -> use(attempt, form.apply(attempt)));
    long descriptors = Remains.descriptors();
    long mappings = Remains.mappings();
    IntStream.range(0, groups).forEach(attempt -> use(attempt, form.apply(attempt)));
    new Remains(directory).assertNone();
    assertThat(Remains.descriptors()).isLessThanOrEqualTo(descriptors + 5);
    return Remains.mappings() - mappings;
  }

  private static void use(int attempt, Team team) {
    try (team) {
      team.every(rank -> use(attempt, rank));
    }
  }

  /// Of seven groups, rank 0 ends some before one of the calls, and the others find out in it.
  private static void use(int attempt, Collectives rank) throws Exception {
    int end = attempt % 7;
    try {
      for (int call = 0; call < CALLS.size(); call++) {
        if (call == end && rank.rank() == 0) {
          rank.abort(new Cause.Requested("next"));
        }
        CALLS.get(call).run(rank);
      }
      assertThat(end).isGreaterThanOrEqualTo(CALLS.size());
    } catch (CollectiveAborted aborted) {
      assertThat(end).isLessThan(CALLS.size());
      assertThat(aborted).hasMessageContaining("next");
    }
  }

  private static void reduce(Collectives rank) {
    float[] values = {1};
    rank.allReduce(values, Op.SUM);
    assertThat(values).containsExactly(rank.size());
  }

  private static void reduceBorn(Collectives rank) {
    MemorySegment born = rank.allocate(4_096L << rank.rank());
    born.set(ValueLayout.JAVA_INT, 0, 1 + rank.rank());
    rank.allReduce(born.asSlice(0, 4), ElementType.I32, Op.MAX);
    assertThat(born.get(ValueLayout.JAVA_INT, 0)).isEqualTo(rank.size());
  }

  /// All ranks in falling order; the group is left to its parent to close.
  private static void reduceInASubGroup(Collectives rank) {
    int[] all = IntStream.range(0, rank.size()).map(r -> rank.size() - 1 - r).toArray();
    reduce(rank.group(all));
  }

  private static void reduceStarted(Collectives rank) {
    float[] values = {1};
    rank.start(new Call.AllReduce(Values.of(values), Values.of(values), Op.SUM)).await();
    assertThat(values).containsExactly(rank.size());
  }

  /// Everybody sends to the next rank, on a line of its own.
  private static void pass(Collectives rank) {
    int[] got = {rank.rank()};
    if (rank.size() > 1) {
      var sending = rank.start(new Call.Send(Values.of(new int[] {7}), next(rank, 1)));
      rank.start(new Call.Receive(Values.of(got), next(rank, -1))).await();
      sending.await();
      assertThat(got).containsExactly(7);
    }
    rank.barrier();
  }

  private static int next(Collectives rank, int by) {
    return Math.floorMod(rank.rank() + by, rank.size());
  }
}
