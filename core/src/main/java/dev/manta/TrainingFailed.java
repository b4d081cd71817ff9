package dev.manta;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// A run ended with an error. What it achieved until then is in [#result].
public final class TrainingFailed extends MantaException {
  private static final long serialVersionUID = 1L;

  private final transient Result result;
  private final boolean shown;

  TrainingFailed(ErrorCode code, String message, Result result, boolean shown) {
    super(code, message);
    this.result = result;
    this.shown = shown;
  }

  /// Whether the run has shown on the terminal why it failed, so that nobody needs to say it again.
  public boolean wasShown() {
    return shown;
  }

  /// Metrics, checkpoints and the failure, as far as the run got.
  public Result result() {
    return result;
  }
}
