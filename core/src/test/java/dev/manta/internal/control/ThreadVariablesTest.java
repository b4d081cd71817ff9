package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Workers share a node's cores unless the user says otherwise.
class ThreadVariablesTest {
  private static final List<Node> EIGHT_CORES =
      List.of(new Node("a", Resources.cpus(8), List.of(), Map.of()));

  @Test
  void eachWorkerGetsItsShare() {
    assertThat(new ThreadVariables(EIGHT_CORES, 3).with(Map.of(), Map.of()))
        .containsEntry("OMP_NUM_THREADS", "2")
        .containsEntry("MKL_NUM_THREADS", "2");
  }

  @Test
  void moreWorkersThanCoresGetOneEach() {
    assertThat(new ThreadVariables(EIGHT_CORES, 20).with(Map.of(), Map.of()))
        .containsEntry("OMP_NUM_THREADS", "1");
  }

  @Test
  void whatTheUserSetStands() {
    Map<String, String> around = Map.of("MKL_NUM_THREADS", "5");
    assertThat(new ThreadVariables(EIGHT_CORES, 2).with(Map.of("OMP_NUM_THREADS", "7"), around))
        .containsEntry("OMP_NUM_THREADS", "7")
        .doesNotContainKey("MKL_NUM_THREADS");
  }
}
