package dev.manta.xgboost.internal.library;

/// What a call of XGBoost failed with.
public final class XGBoostFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// What is left to tell when places in its sources and addresses are cut away.
  private final String reason;

  XGBoostFailure(String function, String error) {
    super(function + ": " + error);
    this.reason = reason(error);
  }

  /// Why, in one or a few lines.
  public String reason() {
    return reason;
  }

  /// Whether the connections between ranks failed.
  public boolean isOfConnections() {
    return String.valueOf(getMessage())
        .matches(
            "(?s).*\\[(comm|comm_group|loop|coll|allreduce|allgather|broadcast|socket)\\.(cc|h):.*");
  }

  private static String reason(String error) {
    return error
        .replaceFirst("(?s)\\n*Stack trace:.*", "")
        .replaceFirst("^\\[[0-9:]+\\] ", "")
        .replaceFirst("^\\S+\\.(cc|cu|h|cuh):[0-9]+: ", "")
        .replaceFirst("^Check failed: .*? : ", "")
        .strip();
  }
}
