package dev.manta.spark;

import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;
import scala.collection.Seq;

/// Spark's types and values as columns have them.
final class SparkTypes {
  private SparkTypes() {}

  static Schema schema(StructType struct) {
    List<Field> fields = new ArrayList<>();
    for (StructField field : struct.fields()) {
      fields.add(new Field(field.name(), type(field.name(), field.dataType())));
    }
    return Schema.of(fields);
  }

  private static Type type(String name, DataType type) {
    return switch (type) {
      case BooleanType _ -> Type.Scalar.BOOL;
      case ByteType _ -> Type.Scalar.I8;
      case ShortType _ -> Type.Scalar.I16;
      case IntegerType _ -> Type.Scalar.I32;
      case LongType _ -> Type.Scalar.I64;
      case FloatType _ -> Type.Scalar.F32;
      case DoubleType _ -> Type.Scalar.F64;
      case StringType _ -> Type.Scalar.TEXT;
      case BinaryType _ -> Type.Scalar.BINARY;
      case DateType _ -> Type.Scalar.DATE;
      case TimestampType _ -> new Type.Timestamp(Type.Unit.MICROS, true);
      case TimestampNTZType _ -> new Type.Timestamp(Type.Unit.MICROS, false);
      case DecimalType decimal -> new Type.Decimal(decimal.precision(), decimal.scale());
      case ArrayType array -> new Type.ListOf(type(name, array.elementType()));
      default ->
          throw new IllegalArgumentException(
              "column \"%s\" is of Spark's type %s, which columns do not hold: select its fields, or use SparkData.dataset(frame, directory)"
                  .formatted(name, type.simpleString()));
    };
  }

  /// The columns with dates and moments as numbers: Spark needs opened packages of the JDK to make
  /// objects of them.
  static String[] plainly(StructType struct) {
    return Stream.of(struct.fields()).map(SparkTypes::plainly).toArray(String[]::new);
  }

  private static String plainly(StructField field) {
    String name = "`" + field.name().replace("`", "``") + "`";
    return switch (field.dataType()) {
      case DateType _ -> "unix_date(" + name + ") AS " + name;
      case TimestampType _ -> "unix_micros(" + name + ") AS " + name;
      default -> name;
    };
  }

  /// Adds a value as Spark has it in rows.
  static void add(ColumnBuilder to, @Nullable Object value) {
    switch (value) {
      case null -> to.addNull();
      case Boolean truth -> to.add(truth ? 1 : 0);
      case Float real -> to.add((double) real);
      case Double real -> to.add((double) real);
      case BigDecimal decimal -> to.add(bytes(decimal));
      case Number whole -> to.add(whole.longValue());
      case String text -> to.add(text.getBytes(StandardCharsets.UTF_8));
      case byte[] bytes -> to.add(bytes);
      case java.sql.Date date -> to.add(date.toLocalDate().toEpochDay());
      case LocalDate date -> to.add(date.toEpochDay());
      case java.sql.Timestamp moment -> to.add(micros(moment.toInstant()));
      case Instant moment -> to.add(micros(moment));
      case LocalDateTime moment -> to.add(micros(moment.toInstant(ZoneOffset.UTC)));
      case Seq<?> list -> addAll(to, list);
      default -> throw new IllegalArgumentException("a " + value.getClass() + " from Spark");
    }
  }

  private static void addAll(ColumnBuilder to, Seq<?> list) {
    for (Iterator<?> each = list.iterator(); each.hasNext(); ) {
      add(to.elements(), each.next());
    }
    to.endList();
  }

  private static long micros(Instant moment) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
  }

  /// An integer of 128 bits, the lowest byte first; the scale is the column's.
  private static byte[] bytes(BigDecimal decimal) {
    byte[] high = decimal.unscaledValue().toByteArray();
    byte[] low = new byte[2 * Long.BYTES];
    for (int i = 0; i < low.length; i++) {
      low[i] = i < high.length ? high[high.length - 1 - i] : (byte) (high[0] >> 7);
    }
    return low;
  }
}
