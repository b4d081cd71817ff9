package dev.manta.tune;

/// What a scheduler wants done with a trial.
public sealed interface Verdict {
  /// It continues.
  record Continue() implements Verdict {}

  /// It is stopped for good; its last values count.
  record Stop(String reason) implements Verdict {}

  /// It saves a checkpoint and frees its place, until it is resumed or stopped.
  record Pause(String reason) implements Verdict {}

  /// It was paused, and resumes from its checkpoint.
  record Resume(String reason) implements Verdict {}

  /// It takes over the checkpoint of another trial and resumes from there with another point.
  ///
  /// @param source the number of the other trial
  /// @param point its parameters from now on
  /// @param reason why, for people
  record Clone(int source, Point point, String reason) implements Verdict {}

  /// It continues with another number of workers, without a restart. For trials of a trainer whose
  /// number of workers may change.
  ///
  /// @param workers how many, within the range of the trainer
  /// @param reason why, for people
  record Resize(int workers, String reason) implements Verdict {}

  /// That of a trial that continues.
  Verdict CONTINUE = new Continue();
}
