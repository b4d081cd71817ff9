package dev.manta.cluster;

/// How workers are laid over nodes.
public enum Placement {
  /// As few nodes as possible.
  PACK,
  /// As many nodes as possible.
  SPREAD,
  /// One node, or not at all.
  STRICT_PACK,
  /// A node for each worker, or not at all.
  STRICT_SPREAD
}
