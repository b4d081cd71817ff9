package dev.manta.torch.io;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The bytes of tensors.
final class Memory {
  private static final long CHUNK_BYTES = 64 << 20;

  private Memory() {}

  /// The first bytes of a file as a tensor: mapped, not read; writing to it does not change the
  /// file.
  static Tensor mapped(String file, long bytes) {
    Natives.load();
    try (var shared = new BoolOptional(false);
        var size = new LongOptional(bytes);
        var options = new TensorOptions(ScalarType.Byte)) {
      return torch.from_file(file, shared, size, options);
    }
  }

  /// New memory of so many bytes.
  static Tensor allocated(long bytes) {
    Natives.load();
    return empty(ScalarType.Byte, bytes);
  }

  private static Tensor empty(ScalarType type, long... shape) {
    try (var options = new TensorOptions(type);
        var format = new MemoryFormatOptional()) {
      return torch.empty(shape, options, format);
    }
  }

  /// A tensor over a piece of memory that it keeps alive; the caller has checked that it lies
  /// within.
  ///
  /// @param offset where it begins, in elements
  static Tensor view(Tensor bytes, Element element, long offset, long[] shape, long[] strides) {
    Tensor view = empty(element.scalar(), 0);
    view.set_(bytes.storage(), offset, shape, strides);
    return view;
  }

  /// The strides of a shape whose elements lie one after the other.
  static long[] strides(long... shape) {
    long[] strides = new long[shape.length];
    long next = 1;
    for (int i = shape.length - 1; i >= 0; i--) {
      strides[i] = next;
      next *= Math.max(shape[i], 1);
    }
    return strides;
  }

  /// The tensor's values one after the other in main memory.
  static Tensor plain(String name, Tensor tensor) {
    Lifetime.alive(tensor, "tensor \"" + name + "\"");
    if (tensor.is_sparse() || tensor.is_quantized()) {
      throw new IllegalArgumentException(
          "tensor \"" + name + "\" is sparse or quantized; convert it to a dense one first");
    }
    return tensor.detach().cpu().contiguous().resolve_conj().resolve_neg();
  }

  /// The memory of a plain tensor, valid as long as the tensor is.
  static MemorySegment segment(Tensor plain) {
    long bytes = plain.numel() * plain.element_size();
    return bytes == 0
        ? MemorySegment.NULL
        : MemorySegment.ofAddress(plain.data_ptr().address()).reinterpret(bytes);
  }

  static void write(MemorySegment memory, WritableByteChannel out) throws IOException {
    for (long at = 0; at < memory.byteSize(); at += CHUNK_BYTES) {
      long count = Math.min(CHUNK_BYTES, memory.byteSize() - at);
      ByteBuffer chunk = memory.asSlice(at, count).asByteBuffer();
      while (chunk.hasRemaining()) {
        out.write(chunk);
      }
    }
  }
}
