package dev.manta.internal.journal;

import java.util.Optional;

/// The segments in an object.
sealed interface SealedContent permits SealedContent.Single, SealedPack {
  /// The rows of a segment; empty where it is not in here.
  Optional<byte[]> segment(long number);

  /// Whether all is there that should be.
  boolean isWhole();

  /// An object that is a segment.
  record Single(long number, byte[] rows) implements SealedContent {
    @Override
    public Optional<byte[]> segment(long wanted) {
      return wanted == number ? Optional.of(rows) : Optional.empty();
    }

    @Override
    public boolean isWhole() {
      return true;
    }
  }
}
