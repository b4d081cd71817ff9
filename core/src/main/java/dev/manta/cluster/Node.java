package dev.manta.cluster;

import java.util.List;
import java.util.Map;

/// A machine of the cluster: its name, what it has, its GPUs by name, its labels.
public record Node(
    String name, Resources total, List<String> gpuNames, Map<String, String> labels) {
  /// The label that names the model of a node's CPU, where there are several nodes.
  public static final String CPU = "cpu";

  public Node {
    gpuNames = List.copyOf(gpuNames);
    labels = Map.copyOf(labels);
  }

  /// The same machine with other resources.
  public Node with(Resources resources) {
    return new Node(name, resources, gpuNames, labels);
  }
}
