package dev.manta.xgboost.internal.library;

import java.util.regex.Pattern;

/// What a call of XGBoost failed with.
public final class XGBoostFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// The files of its sources in which ranks talk to each other.
  private static final Pattern CONNECTIONS =
      Pattern.compile(
          "\\[(comm|comm_group|loop|coll|allreduce|allgather|broadcast|socket)\\.(cc|h):");

  private final boolean ofConnections;

  XGBoostFailure(String error) {
    super(reason(error));
    this.ofConnections = CONNECTIONS.matcher(error).find();
  }

  /// Whether the connections between ranks failed.
  public boolean isOfConnections() {
    return ofConnections;
  }

  /// What is left to tell when places in its sources and addresses are cut away.
  private static String reason(String error) {
    return error
        .replaceFirst("(?s)\\n*Stack trace:.*", "")
        .replaceFirst("^\\[[0-9:]+\\] ", "")
        .replaceFirst("^\\S+\\.(cc|cu|h|cuh):[0-9]+: ", "")
        .replaceFirst("^Check failed: .*? : ", "")
        .strip();
  }
}
