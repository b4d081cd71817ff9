package dev.manta.spi.tensors;

import java.util.Arrays;
import java.util.stream.Collectors;

/// What the elements of a tensor are, as safetensors spells it.
public enum TensorType {
  BOOL(1),
  U8(1),
  I8(1),
  F8_E5M2(1),
  F8_E4M3(1),
  I16(2),
  U16(2),
  F16(2),
  BF16(2),
  I32(4),
  U32(4),
  F32(4),
  I64(8),
  U64(8),
  F64(8),
  C64(8);

  private final int bytes;

  TensorType(int bytes) {
    this.bytes = bytes;
  }

  /// The size of one element.
  public int bytes() {
    return bytes;
  }

  /// The type of this name.
  public static TensorType of(String name) {
    for (TensorType each : values()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    String known = Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "unknown element type \"" + name + "\"; known are: " + known);
  }
}
