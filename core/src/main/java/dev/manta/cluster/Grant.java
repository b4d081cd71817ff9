package dev.manta.cluster;

import java.util.List;

/// Which parts of which nodes are a run's own; a later one has a higher version and replaces those
/// before it.
public record Grant(int version, List<NodePart> parts) {
  /// Nothing yet.
  public static final Grant NONE = new Grant(0, List.of());

  public Grant {
    parts = List.copyOf(parts);
  }

  /// All of some nodes.
  public static Grant all(int version, List<Node> nodes) {
    return new Grant(version, nodes.stream().map(NodePart::all).toList());
  }

  /// The nodes as the run sees them.
  public List<Node> nodes() {
    return parts.stream().map(NodePart::seen).toList();
  }
}
