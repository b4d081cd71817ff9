package dev.manta.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// What a source knows of a column before it reads a split.
///
/// @param nulls whether there may be nulls
/// @param values whether there may be anything else
/// @param range what values lie between, where that is known
public record Bounds(boolean nulls, boolean values, Optional<Range> range) {
  /// The least and the greatest value, both possibly there.
  public sealed interface Range {}

  /// Between two numbers.
  public record Numbers(double least, double most) implements Range {}

  /// Between two texts, in the order of their bytes.
  public record Texts(String least, String most) implements Range {}

  /// Nothing but nulls.
  public static Bounds missing() {
    return new Bounds(true, false, Optional.empty());
  }

  /// Values of which nothing is known.
  public static Bounds unknown(boolean nulls) {
    return new Bounds(nulls, true, Optional.empty());
  }

  /// Numbers between two; one that is NaN says nothing.
  public static Bounds numbers(double least, double most, boolean nulls) {
    return Double.isNaN(least) || Double.isNaN(most)
        ? unknown(nulls)
        : new Bounds(nulls, true, Optional.of(new Numbers(least, most)));
  }

  /// Texts between two.
  public static Bounds texts(String least, String most, boolean nulls) {
    return new Bounds(nulls, true, Optional.of(new Texts(least, most)));
  }

  /// Whether a text may be there.
  boolean mayHold(String text) {
    return !(range.orElse(null) instanceof Texts(String least, String most))
        || (compare(least, text) <= 0 && compare(text, most) <= 0);
  }

  private static int compare(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
