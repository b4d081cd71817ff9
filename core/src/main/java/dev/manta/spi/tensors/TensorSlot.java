package dev.manta.spi.tensors;

import java.util.List;

/// A tensor without its bytes: what it is called, what its elements are, how they are arranged.
public record TensorSlot(String name, TensorType type, List<Long> shape) {
  /// As many as PyTorch and NumPy have.
  private static final int DIMENSIONS_MAX = 64;

  public TensorSlot {
    requireDimensions(name, shape.size());
    shape = List.copyOf(shape);
    if (shape.stream().anyMatch(n -> n < 0)) {
      throw new IllegalArgumentException(
          "tensor \"" + name + "\" has a negative dimension: " + shape);
    }
  }

  static void requireDimensions(String name, int count) {
    if (count > DIMENSIONS_MAX) {
      throw new IllegalArgumentException(
          "tensor \"%s\" has %s dimensions, more than %s".formatted(name, count, DIMENSIONS_MAX));
    }
  }

  /// How many bytes it takes; throws where that is more than a file can have.
  public long bytes() {
    if (shape.contains(0L)) {
      return 0;
    }
    try {
      long bytes = type.bytes();
      for (long n : shape) {
        bytes = Math.multiplyExact(bytes, n);
      }
      return bytes;
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "tensor \"" + name + "\" of shape " + shape + " is larger than any memory", e);
    }
  }

  @Override
  public String toString() {
    return name + " " + type + shape;
  }
}
