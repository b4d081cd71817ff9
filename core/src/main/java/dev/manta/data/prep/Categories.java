package dev.manta.data.prep;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Column;
import dev.manta.data.Dataset;
import dev.manta.data.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The categories of a column while they are being found: numbers ordered as numbers, texts by
/// their characters.
final class Categories {
  private static final int ROWS = 8192;
  private static final double EXACT = 1L << 53;

  /// The order of texts by their code points, as Python has it.
  static final Comparator<String> TEXTS =
      (a, b) -> Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());

  private static final Comparator<String> NUMBERS =
      Comparator.comparingDouble(Double::parseDouble).thenComparing(Categories::exact);

  private final Set<String> found = new HashSet<>();
  private boolean texts;
  private boolean gaps;

  private Categories() {}

  /// A value as a text, or null where there is none: a null or NaN. A whole number is the same text
  /// whatever the type of its column.
  static @Nullable String at(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    if (column.type() == Type.Scalar.TEXT) {
      return column.textAt(row);
    }
    return isReal(column.type()) ? real(column.realAt(row)) : whole(column, row);
  }

  private static boolean isReal(Type type) {
    return type == Type.Scalar.F16 || type == Type.Scalar.F32 || type == Type.Scalar.F64;
  }

  private static @Nullable String real(double real) {
    if (Double.isNaN(real)) {
      return null;
    }
    boolean whole = real == Math.rint(real) && Math.abs(real) < EXACT;
    return whole ? Long.toString((long) real) : Double.toString(real);
  }

  private static String whole(Column column, int row) {
    long whole = column.wholeAt(row);
    return column.type() == Type.Scalar.U64 ? Long.toUnsignedString(whole) : Long.toString(whole);
  }

  static Map<String, Fitted.Known> of(Dataset dataset, List<String> names) {
    Map<String, Categories> found = new LinkedHashMap<>();
    names.forEach(name -> found.put(name, new Categories()));
    try (Batches<Batch> batches = dataset.select(names.toArray(String[]::new)).batches(ROWS)) {
      for (Batch batch : batches) {
        found.forEach((name, categories) -> categories.add(batch.column(name)));
      }
    }
    Map<String, Fitted.Known> known = new LinkedHashMap<>();
    found.forEach((name, categories) -> known.put(name, categories.known()));
    return known;
  }

  private void add(Column column) {
    for (int i = 0; i < column.rows(); i++) {
      String value = at(column, i);
      if (value == null) {
        gaps = true;
      } else {
        found.add(value);
        texts |= column.type() == Type.Scalar.TEXT;
      }
    }
  }

  private Fitted.Known known() {
    return new Fitted.Known(found.stream().sorted(texts ? TEXTS : NUMBERS).toList(), gaps);
  }

  private static BigDecimal exact(String number) {
    return Double.isInfinite(Double.parseDouble(number)) ? BigDecimal.ZERO : new BigDecimal(number);
  }
}
