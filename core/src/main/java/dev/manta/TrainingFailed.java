package dev.manta;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// A run ended with an error. What it achieved until then is in [#result].
public final class TrainingFailed extends MantaException {
  private static final long serialVersionUID = 1L;

  private final transient Result result;

  TrainingFailed(ErrorCode code, String message, Result result) {
    super(code, message);
    this.result = result;
  }

  /// Metrics, checkpoints and the failure, as far as the run got.
  public Result result() {
    return result;
  }
}
