package dev.manta.internal.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Two ends that hand each other whole frames, in order. Any thread may send; one receives.
public interface Link extends AutoCloseable {
  /// Hands over one frame; when this returns it survives the death of this process.
  void send(byte[] frame) throws IOException;

  /// The next frame, or null when the other end is gone and all its frames were received.
  byte @Nullable [] receive() throws IOException;

  /// Held while a frame is written; a thread must not be interrupted meanwhile.
  Object writing();

  @Override
  void close();
}
