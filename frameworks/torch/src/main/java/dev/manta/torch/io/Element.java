package dev.manta.torch.io;

import dev.manta.spi.tensors.TensorType;
import java.util.Arrays;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// An element type under its names in safetensors, in libtorch and in Python's pickles.
enum Element {
  F32(TensorType.F32, ScalarType.Float, "float32", "FloatStorage"),
  F64(TensorType.F64, ScalarType.Double, "float64", "DoubleStorage"),
  F16(TensorType.F16, ScalarType.Half, "float16", "HalfStorage"),
  BF16(TensorType.BF16, ScalarType.BFloat16, "bfloat16", "BFloat16Storage"),
  I64(TensorType.I64, ScalarType.Long, "int64", "LongStorage"),
  I32(TensorType.I32, ScalarType.Int, "int32", "IntStorage"),
  I16(TensorType.I16, ScalarType.Short, "int16", "ShortStorage"),
  I8(TensorType.I8, ScalarType.Char, "int8", "CharStorage"),
  U8(TensorType.U8, ScalarType.Byte, "uint8", "ByteStorage"),
  BOOL(TensorType.BOOL, ScalarType.Bool, "bool", "BoolStorage"),
  C64(TensorType.C64, ScalarType.ComplexFloat, "complex64", "ComplexFloatStorage"),
  U16(TensorType.U16, ScalarType.UInt16, "uint16", Element.UNTYPED),
  U32(TensorType.U32, ScalarType.UInt32, "uint32", Element.UNTYPED),
  U64(TensorType.U64, ScalarType.UInt64, "uint64", Element.UNTYPED),
  F8_E4M3(TensorType.F8_E4M3, ScalarType.Float8_e4m3fn, "float8_e4m3fn", Element.UNTYPED),
  F8_E5M2(TensorType.F8_E5M2, ScalarType.Float8_e5m2, "float8_e5m2", Element.UNTYPED);

  /// The storage class of types that came after Python's typed storages.
  static final String UNTYPED = "UntypedStorage";

  private final TensorType type;
  private final ScalarType scalar;
  private final String python;
  private final String storage;

  Element(TensorType type, ScalarType scalar, String python, String storage) {
    this.type = type;
    this.scalar = scalar;
    this.python = python;
    this.storage = storage;
  }

  TensorType type() {
    return type;
  }

  ScalarType scalar() {
    return scalar;
  }

  /// Its name in Python's `torch` module.
  String python() {
    return python;
  }

  /// The class that Python says it is stored in.
  String storage() {
    return storage;
  }

  boolean isTyped() {
    return !storage.equals(UNTYPED);
  }

  int bytes() {
    return type.bytes();
  }

  static Element of(TensorType type) {
    return Arrays.stream(values()).filter(e -> e.type == type).findFirst().orElseThrow();
  }

  /// The type of a tensor that is to be written.
  static Element of(String name, Tensor tensor) {
    ScalarType scalar = tensor.scalar_type().intern();
    return Arrays.stream(values())
        .filter(e -> e.scalar == scalar)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "tensor \"%s\" has elements of type %s, which no file takes; convert it first"
                        .formatted(name, scalar)));
  }

  static Optional<Element> stored(String storage) {
    return Arrays.stream(values())
        .filter(e -> e.isTyped() && e.storage.equals(storage))
        .findFirst();
  }

  static Optional<Element> named(String python) {
    return Arrays.stream(values()).filter(e -> e.python.equals(python)).findFirst();
  }
}
