package dev.manta.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.NetworkSettings;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Shared memory inside hosts and sockets between them, hosts being names.
final class TwoLevelCollectivesTest extends CollectivesContract {
  @TempDir private Path directory;

  @Override
  protected Team team(int ranks) {
    return hosts((ranks + 1) / 2, ranks / 2);
  }

  private Team hosts(int... ranks) {
    int[] some = Arrays.stream(ranks).filter(count -> count > 0).toArray();
    return Team.acrossHosts(settings(), 1, some);
  }

  private CollectiveSettings settings() {
    NetworkSettings network =
        NetworkSettings.at(InetAddress.getLoopbackAddress(), NetworkSettings.Links.PLAIN);
    return CollectiveSettings.in(directory).withNetwork(network);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2 2", "3 1", "1 3", "2 2 2", "1 1 1 1", "4 2 1", "8"})
  void largeReductionsOverAnyHostsAreTheFoldInRankOrder(String layout) {
    int[] ranks = Arrays.stream(layout.split(" ")).mapToInt(Integer::parseInt).toArray();
    int size = Arrays.stream(ranks).sum();
    List<ReduceCase> cases = new ArrayList<>();
    for (ElementType type : ElementType.values()) {
      cases.add(ReduceCase.of(type, Op.MEAN, 1_100_000 / type.bytes(), size));
    }
    cases.add(ReduceCase.of(ElementType.F32, Op.SUM, 2_300_003, size));
    try (Team team = hosts(ranks)) {
      cases.forEach(each -> team.every(each::check));
      team.every(rank -> broadcast(rank, rank.size() - 1));
    }
  }

  private static void broadcast(Collectives rank, int root) {
    int[] values = IntStream.range(0, 300_000).map(i -> i * (1 + rank.rank())).toArray();
    rank.broadcast(Values.of(values), root);
    assertThat(values[299_999]).isEqualTo(299_999 * (1 + root));
  }

  @Test
  void aGroupWithinAHostAndOneAcrossHostsBothWork() {
    try (Team team = hosts(2, 2)) {
      team.every(
          rank -> {
            int neighbour = rank.rank() / 2 * 2;
            try (Collectives host = rank.group(neighbour, neighbour + 1)) {
              ReduceCase.of(ElementType.F32, Op.SUM, 100_000, 2).check(host);
            }
            if (rank.rank() != 1) {
              try (Collectives three = rank.group(0, 2, 3)) {
                ReduceCase.of(ElementType.F64, Op.SUM, 100_000, 3).check(three);
              }
            }
          });
    }
  }
}
