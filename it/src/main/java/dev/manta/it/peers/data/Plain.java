package dev.manta.it.peers.data;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Column;
import dev.manta.data.Dataset;
import dev.manta.data.Type;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Values as the scripts write them: real numbers as the bits of a double, moments and dates as
/// counts, bytes as hexadecimal text.
final class Plain {
  private static final int ROWS = 64;

  private Plain() {}

  /// All rows, column by column.
  static Map<String, List<Json>> of(Dataset dataset) {
    Map<String, List<Json>> all = new LinkedHashMap<>();
    try (Batches<Batch> batches = dataset.batches(ROWS)) {
      for (Batch batch : batches) {
        for (String name : batch.schema().names()) {
          add(batch.column(name), all.computeIfAbsent(name, _ -> new ArrayList<>()));
        }
      }
    }
    return all;
  }

  private static void add(Column column, List<Json> to) {
    for (int i = 0; i < column.rows(); i++) {
      to.add(column.isNull(i) ? JsonNull.NULL : value(column, i));
    }
  }

  private static Json value(Column column, int row) {
    return switch (column.type()) {
      case Type.ListOf _ -> {
        List<Json> elements = new ArrayList<>();
        add(column.listAt(row), elements);
        yield new JsonArray(elements);
      }
      case Type.Decimal _ -> Json.of(column.exactAt(row).toPlainString());
      case Type.FixedBytes _ -> Json.of(HexFormat.of().formatHex(column.bytesAt(row)));
      case Type.Timestamp _, Type.TimeOfDay _ -> Json.of(column.wholeAt(row));
      case Type.Scalar scalar -> value(column, scalar, row);
    };
  }

  private static Json value(Column column, Type.Scalar type, int row) {
    return switch (type) {
      case BOOL -> Json.of(column.wholeAt(row) != 0);
      case F16, F32, F64 -> Json.of(real(column.realAt(row)));
      case TEXT -> Json.of(column.textAt(row));
      case BINARY -> Json.of(HexFormat.of().formatHex(column.bytesAt(row)));
      case U64 -> new JsonNumber(new BigDecimal(Long.toUnsignedString(column.wholeAt(row))));
      case I8, I16, I32, I64, U8, U16, U32, DATE -> Json.of(column.wholeAt(row));
    };
  }

  /// A NaN is a NaN, whatever its bits are.
  private static String real(double value) {
    return Double.isNaN(value)
        ? "nan"
        : HexFormat.of().toHexDigits(Double.doubleToRawLongBits(value));
  }
}
