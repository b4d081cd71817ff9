package dev.manta.djl.internal.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The memory that an array lies in, on the host: what is written there is the array's.
public final class ArrayMemory {
  private ArrayMemory() {}

  /// Valid as long as the array's data is, which others may share.
  public static MemorySegment of(NDArray array) {
    MemorySegment memory = MemorySegment.ofBuffer(array.toByteBuffer(true));
    if (MemorySegment.ofBuffer(array.toByteBuffer(true)).address() != memory.address()) {
      throw new IllegalArgumentException(
          "array %s of shape %s does not lie in one piece of memory"
              .formatted(array.getName(), array.getShape()));
    }
    return memory;
  }

  /// The array's numbers, for a collective.
  public static Values values(NDArray array) {
    return Values.of(of(array), elements(array.getDataType()));
  }

  /// As a part of live state.
  public static Part part(String name, NDArray array) {
    List<Long> shape = new ArrayList<>();
    for (long size : array.getShape().getShape()) {
      shape.add(size);
    }
    return new Part(name, type(array.getDataType()), shape, of(array));
  }

  /// What the numbers of an array are to collectives; what is moved and never added up is bytes.
  public static ElementType elements(DataType type) {
    return switch (type) {
      case FLOAT32 -> ElementType.F32;
      case FLOAT64 -> ElementType.F64;
      case FLOAT16 -> ElementType.F16;
      case BFLOAT16 -> ElementType.BF16;
      case INT32 -> ElementType.I32;
      case INT64 -> ElementType.I64;
      default -> ElementType.I8;
    };
  }

  /// The type as safetensors spells it.
  private static String type(DataType type) {
    return switch (type) {
      case FLOAT32 -> "F32";
      case FLOAT64 -> "F64";
      case FLOAT16 -> "F16";
      case BFLOAT16 -> "BF16";
      case INT64 -> "I64";
      case INT32 -> "I32";
      case INT16 -> "I16";
      case INT8 -> "I8";
      case UINT8 -> "U8";
      case BOOLEAN -> "BOOL";
      default ->
          throw new IllegalArgumentException("arrays of type " + type + " cannot be live state");
    };
  }
}
