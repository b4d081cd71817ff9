package dev.manta.train.tracker;

import java.io.IOException;

/// An answer of an MLflow server that says no.
final class MlflowError extends IOException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;

  /// @param code such as `RESOURCE_DOES_NOT_EXIST`; empty where the answer has none
  MlflowError(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /// Whether the same call will be refused again, whatever is done about the server or the
  /// credentials.
  boolean isFinal() {
    return status == 400 || status == 404 || status == 413 || status == 422;
  }

  boolean is(String expected) {
    return code.equals(expected);
  }
}
