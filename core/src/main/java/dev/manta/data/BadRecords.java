package dev.manta.data;

/// What is done about records that cannot be read or mapped.
public sealed interface BadRecords {
  /// Whether the others continue without them: how many rows there are is then known once they were
  /// read.
  default boolean drops() {
    return true;
  }

  /// The first one ends the work.
  record Fail() implements BadRecords {
    @Override
    public boolean drops() {
      return false;
    }
  }

  /// They are left out and counted.
  record Skip() implements BadRecords {}

  /// They are left out, counted, and written as JSON lines into a directory, one file per process.
  record SideOutput(String directory) implements BadRecords {}

  /// The first one ends the work.
  static BadRecords fail() {
    return new Fail();
  }

  /// They are left out and counted.
  static BadRecords skip() {
    return new Skip();
  }

  /// They are left out, counted, and written below a directory.
  static BadRecords sideOutput(String directory) {
    return new SideOutput(directory);
  }
}
