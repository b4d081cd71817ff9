package dev.manta.internal.journal;

import java.nio.ByteBuffer;
import java.util.Optional;

/// The segments in an object.
sealed interface SealedContent permits SealedContent.Single, SealedPack {
  /// The rows of a segment; empty where it is not in here.
  Optional<byte[]> segment(long number);

  /// The same without a copy of them; to be read only.
  Optional<ByteBuffer> view(long number);

  /// Whether all is there that should be.
  boolean isWhole();

  /// An object that is a segment.
  record Single(long number, byte[] rows) implements SealedContent {
    @Override
    public Optional<byte[]> segment(long wanted) {
      return wanted == number ? Optional.of(rows) : Optional.empty();
    }

    @Override
    public Optional<ByteBuffer> view(long wanted) {
      return segment(wanted).map(ByteBuffer::wrap);
    }

    @Override
    public boolean isWhole() {
      return true;
    }
  }
}
