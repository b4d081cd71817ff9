package dev.manta.collective;

/// What the elements of a piece of memory are.
public enum ElementType {
  F32(4),
  F64(8),
  /// IEEE half precision, two bytes.
  F16(2),
  /// The upper half of a float, two bytes.
  BF16(2),
  I32(4),
  I64(8),
  I8(1);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  /// The size of one element.
  public int bytes() {
    return bytes;
  }
}
