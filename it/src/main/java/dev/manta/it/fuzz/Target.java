package dev.manta.it.fuzz;

import dev.manta.error.MantaException;

/// A reader of bytes that may come from anywhere.
public interface Target {
  /// That of an image, or of a list of short texts as objects.
  long GROWTH = 2048;

  /// Reads the input and uses what it says, as a run would.
  ///
  /// @param limits how much memory it may take outside the heap
  void take(byte[] input, Limits limits) throws Exception;

  /// How many times as large as the file its content may well be.
  default long growth() {
    return GROWTH;
  }

  /// Whether this is how the reader says that its input is bad.
  default boolean isAnswer(Throwable thrown) {
    return thrown instanceof MantaException;
  }
}
