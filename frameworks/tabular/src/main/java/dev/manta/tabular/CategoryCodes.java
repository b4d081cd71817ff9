package dev.manta.tabular;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The codes of one feature's categories: as they come while a table is read, or those of a model.
final class CategoryCodes {
  /// What neither library takes for a category.
  private static final float UNKNOWN = Float.NaN;

  private static final double EXACT = 1e15;

  private final Map<String, Integer> codes = new LinkedHashMap<>();
  private final boolean grows;

  private CategoryCodes(boolean grows) {
    this.grows = grows;
  }

  /// Codes for whatever comes.
  static CategoryCodes growing() {
    return new CategoryCodes(true);
  }

  /// The codes of a model; what it has not seen is missing.
  static CategoryCodes of(List<String> categories) {
    var codes = new CategoryCodes(false);
    categories.forEach(category -> codes.codes.put(category, codes.codes.size()));
    return codes;
  }

  float code(Column column, int row) {
    String category = text(column, row);
    Integer known = codes.get(category);
    if (known == null && grows) {
      known = codes.size();
      codes.put(category, known);
    }
    return known == null ? UNKNOWN : known;
  }

  /// A number that is whole is written without a fraction, whatever type it is of.
  static String text(Column column, int row) {
    if (column.type() == Type.Scalar.TEXT) {
      return column.textAt(row);
    }
    double value = column.realAt(row);
    if (value != Math.rint(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    return Math.abs(value) < EXACT ? Long.toString((long) value) : exact(column, row, value);
  }

  /// Whole numbers of 64 bits have more digits than a floating-point number.
  private static String exact(Column column, int row, double value) {
    return column.type() == Type.Scalar.F32 || column.type() == Type.Scalar.F64
        ? Double.toString(value)
        : column.exactAt(row).stripTrailingZeros().toPlainString();
  }

  /// The categories, by their codes.
  List<String> categories() {
    return List.copyOf(codes.keySet());
  }

  /// The code in the model for each code here.
  float[] translation(List<String> agreed) {
    CategoryCodes of = of(agreed);
    float[] to = new float[codes.size()];
    codes.forEach((category, code) -> to[code] = of.codes.getOrDefault(category, -1));
    return to;
  }

  /// In the order of numbers where all are numbers, else in that of texts.
  static List<String> sorted(Iterable<String> categories) {
    List<String> all = new ArrayList<>();
    categories.forEach(all::add);
    boolean numbers = all.stream().allMatch(CategoryCodes::isNumber);
    Comparator<String> texts = Comparator.naturalOrder(); // "1" and "01" are the same number
    all.sort(
        numbers
            ? Comparator.<String>comparingDouble(Double::parseDouble).thenComparing(texts)
            : texts);
    return all;
  }

  private static boolean isNumber(String text) {
    try {
      Double.parseDouble(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
