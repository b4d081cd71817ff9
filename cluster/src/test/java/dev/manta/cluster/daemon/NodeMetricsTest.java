package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.desk.NodeReport;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.error.MantaException;
import dev.manta.internal.metrics.MetricsPort;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeMetricsTest {
  private static NodeReport report() {
    var node = new Node("near", Resources.cpus(4).with("licence", 2), List.of(), Map.of());
    var share = new NodeAllocation.Share(2, Resources.cpus(1.5), List.of());
    var allocation = new NodeAllocation(node, Map.of("digits", share), false);
    return new NodeReport(5, allocation, 1, Map.of(), new NodeReport.ListVersion(5, 1));
  }

  private static DaemonSettings settings(String port) {
    return new DaemonSettings(new Described(Map.of(DaemonSettings.METRICS_PORT, port)));
  }

  @Test
  void aNodeServesWhatItHasAndWhoUsesIt() throws Exception {
    try (MetricsPort port =
            NodeMetrics.open(settings("0"), NodeMetricsTest::report, () -> 3).orElseThrow();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(port.address())).build();
      assertThat(client.send(request, BodyHandlers.ofString()).body())
          .contains("manta_cluster_members{node=\"near\"} 3\n")
          .contains("manta_node_leaving{node=\"near\"} 0\n")
          .contains("manta_node_resource{node=\"near\",resource=\"cpus\"} 4\n")
          .contains("manta_node_resource{node=\"near\",resource=\"licence\"} 2\n")
          .contains("manta_node_workers{node=\"near\",run=\"digits\"} 2\n")
          .contains("manta_node_used{node=\"near\",run=\"digits\",resource=\"cpus\"} 3\n");
    }
  }

  @Test
  void aNodeThatWasNotToldAPortServesNothing() {
    var none = new DaemonSettings(new Described(Map.of()));
    assertThat(NodeMetrics.open(none, NodeMetricsTest::report, () -> 1)).isEmpty();
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    try (var taken = new ServerSocket(0)) {
      DaemonSettings settings = settings(Integer.toString(taken.getLocalPort()));
      assertThatThrownBy(() -> NodeMetrics.open(settings, NodeMetricsTest::report, () -> 1))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("cannot serve metrics at ");
    }
  }
}
