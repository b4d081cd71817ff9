package dev.manta.testkit.sim;

/// A rule did not hold.
public final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  /// Says which rule, and how.
  public Violation(String what) {
    super(what);
  }

  /// Throws where something does not hold.
  ///
  /// @param rule a format of the values, where there are any
  @SuppressWarnings("AnnotateFormatMethod") // the annotation would need a library of its own
  public static void require(boolean holds, String rule, Object... values) {
    if (!holds) {
      throw new Violation(values.length == 0 ? rule : rule.formatted(values));
    }
  }
}
