package dev.manta.collective;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Memory and what its elements are: an array, or a segment on or off the heap.
public record Values(MemorySegment memory, ElementType type) {
  public Values {
    Objects.requireNonNull(type, "type");
    if (memory.byteSize() % type.bytes() != 0) {
      throw new IllegalArgumentException(
          memory.byteSize() + " bytes are not a whole number of " + type + " elements");
    }
  }

  /// A segment as elements of a type; its size must be a whole number of them.
  public static Values of(MemorySegment memory, ElementType type) {
    return new Values(memory, type);
  }

  /// The array itself, as F32.
  public static Values of(float[] array) {
    return new Values(MemorySegment.ofArray(array), ElementType.F32);
  }

  /// The array itself, as F64.
  public static Values of(double[] array) {
    return new Values(MemorySegment.ofArray(array), ElementType.F64);
  }

  /// The array itself, as I32.
  public static Values of(int[] array) {
    return new Values(MemorySegment.ofArray(array), ElementType.I32);
  }

  /// The array itself, as I64.
  public static Values of(long[] array) {
    return new Values(MemorySegment.ofArray(array), ElementType.I64);
  }

  /// The array itself, as I8.
  public static Values of(byte[] array) {
    return new Values(MemorySegment.ofArray(array), ElementType.I8);
  }

  /// Half precision numbers, each in the bits of a short.
  public static Values halves(short[] array) {
    return new Values(MemorySegment.ofArray(array), ElementType.F16);
  }

  /// No memory: what a rank passes where only the root receives or gives.
  public static Values none(ElementType type) {
    return new Values(MemorySegment.NULL, type);
  }

  /// The number of elements.
  public long count() {
    return memory.byteSize() / type.bytes();
  }

  /// A part of these values, in elements.
  public Values slice(long first, long count) {
    return new Values(memory.asSlice(first * type.bytes(), count * type.bytes()), type);
  }
}
