package dev.manta.tune;

/// What a searcher answers.
public sealed interface Suggestion {
  /// Try this point.
  ///
  /// @param point the point, with constants and computed values
  /// @param reason how it was found, for people
  record Try(Point point, String reason) implements Suggestion {}

  /// Ask again when a trial has ended.
  record Wait(String reason) implements Suggestion {}

  /// There is nothing left to try.
  record End(String reason) implements Suggestion {}
}
