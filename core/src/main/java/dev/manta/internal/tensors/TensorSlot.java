package dev.manta.internal.tensors;

import java.util.List;

/// A tensor without its bytes: what it is called, what its elements are, how they are arranged.
public record TensorSlot(String name, TensorType type, List<Long> shape) {
  public TensorSlot {
    shape = List.copyOf(shape);
    if (shape.stream().anyMatch(n -> n < 0)) {
      throw new IllegalArgumentException(
          "tensor \"" + name + "\" has a negative dimension: " + shape);
    }
  }

  /// How many bytes it takes; throws where that is more than a file can have.
  public long bytes() {
    try {
      long bytes = type.bytes();
      for (long n : shape) {
        bytes = shape.contains(0L) ? 0 : Math.multiplyExact(bytes, n);
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
