package dev.manta.data;

/// What is done about records that cannot be read or mapped.
public sealed interface BadRecords {
  /// The first one ends the work.
  record Fail() implements BadRecords {}

  /// They are left out and counted.
  record Skip() implements BadRecords {}

  /// They are left out, counted, and written as JSON lines into a directory, one file per process.
  record SideOutput(String directory) implements BadRecords {}

  static BadRecords fail() {
    return new Fail();
  }

  static BadRecords skip() {
    return new Skip();
  }

  static BadRecords sideOutput(String directory) {
    return new SideOutput(directory);
  }
}
