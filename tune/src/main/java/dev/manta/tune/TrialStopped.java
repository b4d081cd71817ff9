package dev.manta.tune;

/// Ends the function of a trial that is not to continue. It is not an error.
public final class TrialStopped extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param reason why, for people
  public TrialStopped(String reason) {
    super(reason, null, false, false);
  }
}
