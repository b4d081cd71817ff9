package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.WorkerVariables;
import dev.manta.collective.Numerics;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Workers share a node's cores unless the user says otherwise.
class NodeVariablesTest {
  private static final Framework LIBRARY =
      new Framework() {
        @Override
        public Entered enter(TrainContext<?> ctx) {
          return () -> {};
        }

        @Override
        public void warm() {}

        @Override
        public Map<String, String> environment(Numerics numerics) {
          return Map.of("LIBRARY_LANES", "" + numerics.lanes(), "OMP_NUM_THREADS", "99");
        }
      };

  private static Map<String, String> of(Map<String, String> around, WorkerVariables asked) {
    return new NodeVariables(around, NodeVariables.wishes(List.of(LIBRARY), asked)).of(asked);
  }

  private static WorkerVariables asked(Map<String, String> said, Map<String, String> passed) {
    return new WorkerVariables(said, passed, 2, 8);
  }

  @Test
  void eachWorkerGetsItsShareOfTheCores() {
    assertThat(of(Map.of(), asked(Map.of(), Map.of())))
        .containsEntry("OMP_NUM_THREADS", "2")
        .containsEntry("MKL_NUM_THREADS", "2");
  }

  @Test
  void frameworksAddWhatNobodyHasSaid() {
    assertThat(of(Map.of(), asked(Map.of(), Map.of()))).containsEntry("LIBRARY_LANES", "8");
    assertThat(of(Map.of("LIBRARY_LANES", "1"), asked(Map.of(), Map.of())))
        .doesNotContainKey("LIBRARY_LANES");
  }

  @Test
  void whatTheNodeHasStandsAndWhatTheUserSaysWins() {
    Map<String, String> around = Map.of("MKL_NUM_THREADS", "5", "OMP_NUM_THREADS", "5");
    assertThat(of(around, asked(Map.of("OMP_NUM_THREADS", "7"), Map.of())))
        .containsEntry("OMP_NUM_THREADS", "7")
        .doesNotContainKey("MKL_NUM_THREADS");
  }

  @Test
  void whatTheDriverPassesOnReplacesTheNodesOwn() {
    Map<String, String> around = Map.of("AWS_REGION", "node");
    assertThat(of(around, asked(Map.of(), Map.of("AWS_REGION", "driver"))))
        .containsEntry("AWS_REGION", "driver");
  }

  @Test
  void nobodySeesValuesWhoPrintsThem() {
    assertThat(asked(Map.of("A", "secret"), Map.of("AWS_SECRET_ACCESS_KEY", "secret")).toString())
        .contains("A", "AWS_SECRET_ACCESS_KEY")
        .doesNotContain("secret");
  }
}
