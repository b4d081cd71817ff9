package dev.manta.tensorflow.internal;

import java.util.Map;
import org.tensorflow.proto.DataType;

/// TensorFlow's element types as others spell them.
public final class ElementTypes {
  private static final Map<DataType, String> SAFETENSORS =
      Map.ofEntries(
          Map.entry(DataType.DT_FLOAT, "F32"),
          Map.entry(DataType.DT_DOUBLE, "F64"),
          Map.entry(DataType.DT_HALF, "F16"),
          Map.entry(DataType.DT_BFLOAT16, "BF16"),
          Map.entry(DataType.DT_INT64, "I64"),
          Map.entry(DataType.DT_INT32, "I32"),
          Map.entry(DataType.DT_INT16, "I16"),
          Map.entry(DataType.DT_INT8, "I8"),
          Map.entry(DataType.DT_UINT64, "U64"),
          Map.entry(DataType.DT_UINT32, "U32"),
          Map.entry(DataType.DT_UINT16, "U16"),
          Map.entry(DataType.DT_UINT8, "U8"),
          Map.entry(DataType.DT_BOOL, "BOOL"));

  private ElementTypes() {}

  /// The type as safetensors spells it.
  ///
  /// @param what what errors call the thing of this type
  public static String safetensors(DataType type, String what) {
    String name = SAFETENSORS.get(type);
    if (name == null) {
      throw new IllegalArgumentException(
          what + " is of type " + type + ", which cannot be live state: use numbers or bools");
    }
    return name;
  }
}
