package dev.manta.data;

/// Which rows of the left side a join keeps.
public enum JoinKind {
  /// Those with a partner.
  INNER,
  /// All; without a partner the columns of the right side are null.
  LEFT
}
