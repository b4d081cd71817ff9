package dev.manta.cluster;

/// The part of a node that is a run's own: what of its resources is free for it.
public record NodePart(Node node, Resources own) {
  /// All of a node.
  public static NodePart all(Node node) {
    return new NodePart(node, node.total());
  }

  /// The node as the run sees it.
  public Node seen() {
    return node.with(own);
  }
}
