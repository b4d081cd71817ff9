package dev.manta.tensorflow.internal.session;

import dev.manta.train.Copied;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The graph for inference, so that every checkpoint can be loaded to answer. It is made by the
/// function in every attempt: nothing is restored.
final class LiveGraph implements Copied {
  private final Supplier<byte[]> made;
  private byte @Nullable [] bytes;

  LiveGraph(Supplier<byte[]> made) {
    this.made = made;
  }

  /// There are other outputs now.
  void changed() {
    bytes = null;
  }

  @Override
  public byte[] save() {
    byte[] known = bytes;
    if (known == null) {
      known = made.get();
      bytes = known;
    }
    return known;
  }

  @Override
  public void load(byte[] saved) {}
}
