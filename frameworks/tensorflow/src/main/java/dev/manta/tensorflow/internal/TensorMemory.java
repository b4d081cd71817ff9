package dev.manta.tensorflow.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.buffer.DataStorageVisitor;

/// Where the numbers of a tensor lie.
public final class TensorMemory {
  private TensorMemory() {}

  /// The tensor's own memory; valid until the tensor is closed.
  public static MemorySegment of(Tensor tensor) {
    return tensor.numBytes() == 0
        ? MemorySegment.NULL
        : tensor.asRawTensor().data().accept(new Place());
  }

  /// Finds the memory of a buffer.
  private static final class Place implements DataStorageVisitor<MemorySegment> {
    @Override
    public MemorySegment visit(long address, long length, long scale) {
      return MemorySegment.ofAddress(address).reinterpret(length * scale);
    }

    @Override
    public MemorySegment visit(ByteBuffer buffer) {
      return MemorySegment.ofBuffer(buffer);
    }

    @Override
    public MemorySegment fallback() {
      throw new IllegalStateException("a tensor of this kind has no memory of its own");
    }
  }
}
