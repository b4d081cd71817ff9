package dev.manta.cluster.daemon;

import dev.manta.cluster.Resources;
import dev.manta.cluster.desk.NodeReport;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.metrics.MetricsPort;
import dev.manta.internal.metrics.OpenMetricsPage;
import dev.manta.internal.metrics.OpenMetricsPage.Labels;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// What a node has and who uses it, for Prometheus.
final class NodeMetrics {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");

  private NodeMetrics() {}

  /// Serves it where the settings say so.
  ///
  /// @param members how many daemons this one sees, itself included
  static Optional<MetricsPort> open(
      DaemonSettings settings, Supplier<NodeReport> report, IntSupplier members) {
    if (settings.metricsPort().isEmpty()) {
      return Optional.empty();
    }
    try {
      MetricsPort port =
          MetricsPort.open(
              settings.metricsHost(),
              settings.metricsPort().getAsInt(),
              page -> write(report.get(), members.getAsInt(), page));
      LOG.log(System.Logger.Level.INFO, "metrics are at {0}", port.address());
      return Optional.of(port);
    } catch (IOException | IllegalArgumentException e) {
      throw new MantaException(ErrorCode.USER, String.valueOf(e.getMessage()), e);
    }
  }

  static void write(NodeReport report, int members, OpenMetricsPage page) {
    NodeAllocation allocation = report.allocation();
    Labels labels = Labels.of("node", report.node());
    page.gauge("manta_cluster_members", "Daemons that this node sees.", labels, members);
    page.gauge(
        "manta_node_leaving",
        "Whether the node is about to leave.",
        labels,
        allocation.leaving() ? 1 : 0);
    amounts(allocation.node().total())
        .forEach(
            (name, amount) ->
                page.gauge(
                    "manta_node_resource",
                    "What the node has for workers.",
                    labels.and("resource", name),
                    amount));
    allocation.shares().forEach((run, share) -> write(labels.and("run", run), share, page));
  }

  private static void write(Labels labels, NodeAllocation.Share share, OpenMetricsPage page) {
    page.gauge("manta_node_workers", "Workers of a run on this node.", labels, share.workers());
    amounts(share.each())
        .forEach(
            (name, amount) ->
                page.gauge(
                    "manta_node_used",
                    "What a run has of this node.",
                    labels.and("resource", name),
                    share.workers() * amount));
  }

  private static Map<String, Double> amounts(Resources resources) {
    Map<String, Double> amounts = new TreeMap<>(resources.custom());
    amounts.put("cpus", resources.cpus());
    amounts.put("gpus", resources.gpus());
    amounts.put("memory_bytes", (double) resources.memoryBytes());
    return amounts;
  }
}
