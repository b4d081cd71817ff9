package dev.manta.formats.parquet;

import dev.manta.data.Type;

/// How a type is written: what a schema says of it.
///
/// @param width bytes of a value, 0 where they are bits or vary
record Stored(Leaf.Physical physical, int width) {
  static Stored of(Type type) {
    return switch (type) {
      case Type.Scalar scalar -> of(scalar);
      case Type.Timestamp _ -> new Stored(Leaf.Physical.INT64, 8);
      case Type.TimeOfDay(Type.Unit unit) ->
          unit == Type.Unit.MICROS || unit == Type.Unit.NANOS
              ? new Stored(Leaf.Physical.INT64, 8)
              : new Stored(Leaf.Physical.INT32, 4);
      case Type.Decimal _ -> new Stored(Leaf.Physical.FIXED, 16);
      case Type.FixedBytes(int width) -> new Stored(Leaf.Physical.FIXED, width);
      case Type.ListOf(Type element) -> of(element);
    };
  }

  private static Stored of(Type.Scalar type) {
    return switch (type) {
      case BOOL -> new Stored(Leaf.Physical.BOOLEAN, 0);
      case I8, I16, I32, U8, U16, U32, DATE -> new Stored(Leaf.Physical.INT32, 4);
      case I64, U64 -> new Stored(Leaf.Physical.INT64, 8);
      case F16 -> new Stored(Leaf.Physical.FIXED, 2);
      case F32 -> new Stored(Leaf.Physical.FLOAT, 4);
      case F64 -> new Stored(Leaf.Physical.DOUBLE, 8);
      case TEXT, BINARY -> new Stored(Leaf.Physical.BYTE_ARRAY, 0);
    };
  }

  /// The schema element of values.
  static byte[] element(String name, Type type) {
    Stored stored = of(type);
    return ThriftOut.struct(
        out -> {
          out.i32(1, stored.physical.number());
          if (stored.physical == Leaf.Physical.FIXED) {
            out.i32(2, stored.width);
          }
          out.i32(3, 1).text(4, name);
          converted(type, out);
          logical(type, out);
        });
  }

  private static void converted(Type type, ThriftOut out) {
    if (type == Type.Scalar.TEXT) {
      out.i32(6, 0);
    } else if (type == Type.Scalar.DATE) {
      out.i32(6, 6);
    } else if (type instanceof Type.Decimal(int precision, int scale)) {
      out.i32(6, 5).i32(7, scale).i32(8, precision);
    }
  }

  private static void logical(Type type, ThriftOut out) {
    switch (type) {
      case Type.Timestamp(Type.Unit unit, boolean utc) ->
          out.struct(10, union -> union.struct(8, t -> t.truth(1, utc).struct(2, unit(unit))));
      case Type.TimeOfDay(Type.Unit unit) ->
          out.struct(10, union -> union.struct(7, t -> t.truth(1, false).struct(2, unit(unit))));
      case Type.Decimal(int precision, int scale) ->
          out.struct(10, union -> union.struct(5, d -> d.i32(1, scale).i32(2, precision)));
      case Type.Scalar scalar -> logical(scalar, out);
      case Type.FixedBytes _, Type.ListOf _ -> {}
    }
  }

  private static java.util.function.Consumer<ThriftOut> unit(Type.Unit unit) {
    int number =
        switch (unit) {
          case SECONDS, MILLIS -> 1;
          case MICROS -> 2;
          case NANOS -> 3;
        };
    return out -> out.struct(number, _ -> {});
  }

  private static void logical(Type.Scalar type, ThriftOut out) {
    switch (type) {
      case TEXT -> out.struct(10, union -> union.struct(1, _ -> {}));
      case DATE -> out.struct(10, union -> union.struct(6, _ -> {}));
      case F16 -> out.struct(10, union -> union.struct(15, _ -> {}));
      case I8, I16, U8, U16, U32, U64 ->
          out.struct(10, union -> union.struct(10, whole -> integer(type, whole)));
      case BOOL, I32, I64, F32, F64, BINARY -> {}
    }
  }

  private static void integer(Type.Scalar type, ThriftOut out) {
    boolean signed = type == Type.Scalar.I8 || type == Type.Scalar.I16;
    out.i8(1, type.width() * 8).truth(2, signed);
  }
}
