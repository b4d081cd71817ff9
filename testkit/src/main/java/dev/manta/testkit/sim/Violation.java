package dev.manta.testkit.sim;

/// A rule did not hold.
public final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  public Violation(String what) {
    super(what);
  }

  /// Throws where something does not hold.
  public static void require(boolean holds, String rule) {
    if (!holds) {
      throw new Violation(rule);
    }
  }
}
