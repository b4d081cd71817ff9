package dev.manta.internal.collective;

/// The calls that travel in a header.
public enum CallKind {
  ALL_REDUCE("allReduce"),
  WEIGHTED_MEAN("weightedMean"),
  REDUCE("reduce"),
  REDUCE_SCATTER("reduceScatter"),
  ALL_GATHER("allGather"),
  BROADCAST("broadcast"),
  GATHER("gather"),
  SCATTER("scatter"),
  ALL_TO_ALL("allToAll"),
  BARRIER("barrier"),
  REDUCE_LANES("reduceLanes"),
  SEND("send"),
  RECEIVE("receive"),
  ALLOCATE("allocate"),
  GROUP("group");

  private final String label;

  CallKind(String label) {
    this.label = label;
  }

  /// The name of the user's method.
  public String label() {
    return label;
  }
}
