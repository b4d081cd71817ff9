package dev.manta.testkit.sim;

/// The controller's process dies here and now.
final class SimCrash extends Error {
  private static final long serialVersionUID = 1L;

  SimCrash() {
    super("the controller was killed", null, false, false);
  }
}
