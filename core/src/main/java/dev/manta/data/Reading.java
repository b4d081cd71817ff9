package dev.manta.data;

/// What a read has at hand: memory for its batch, and the policy for records that are broken.
public interface Reading {
  /// Memory for one batch.
  Memory memory();

  /// A record that cannot be read: throws, or takes note so that the caller passes over it.
  ///
  /// @param place the file and line, or row
  /// @param record what was found there
  void bad(String place, String record, RuntimeException why);
}
