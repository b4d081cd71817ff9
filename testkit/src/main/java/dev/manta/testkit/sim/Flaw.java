package dev.manta.testkit.sim;

/// A planted bug outside the rules.
enum Flaw {
  NONE,
  /// Whatever process has the id of an earlier controller's worker is ended.
  PID_BELIEVED,
  /// A rank writes its part of a checkpoint again after it has said that it is stored.
  PART_REWRITTEN
}
