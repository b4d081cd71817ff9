package dev.manta.internal.data.pass;

/// How all ranks keep in step: whether there is another batch for all, and where lanes stand behind
/// it.
interface Pace {
  /// Whether there is another step.
  boolean more();

  /// Goes one step on; gives the places of all lanes behind it.
  long[] advance();
}
