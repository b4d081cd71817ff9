package dev.manta.torch;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Node;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A tensor as text: as Python prints it, or its shape and type in a message.
final class TensorText {
  private static final int LINE = 80;
  private static final int VALUES_MAX = 1000;
  private static final int EDGE = 3;
  private static final String PREFIX = "tensor(";

  private TensorText() {}

  /// Shape and type, such as `[2, 3] float32`.
  static String describe(Tensor tensor) {
    return tensor.isNull()
        ? "freed"
        : Arrays.toString(tensor.shape()) + " " + name(tensor.scalar_type());
  }

  /// The type as Python names it.
  static String name(ScalarType type) {
    return switch (type.intern()) {
      case Byte -> "uint8";
      case Char -> "int8";
      case Short -> "int16";
      case Int -> "int32";
      case Long -> "int64";
      case Half -> "float16";
      case Float -> "float32";
      case Double -> "float64";
      case ComplexHalf -> "complex32";
      case ComplexFloat -> "complex64";
      case ComplexDouble -> "complex128";
      default -> type.intern().name().toLowerCase(Locale.ROOT);
    };
  }

  /// What Python's `print` shows.
  static String show(Tensor tensor) {
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      boolean isPlain = !tensor.is_complex() && !tensor.is_sparse() && !tensor.is_quantized();
      String values = isPlain ? values(tensor) : "...";
      return withSuffixes(PREFIX + values, suffixes(tensor, isPlain));
    }
  }

  private static String values(Tensor tensor) {
    if (tensor.numel() == 0) {
      return "[]";
    }
    boolean isCut = tensor.numel() > VALUES_MAX;
    Tensor shown = isCut ? edges(tensor) : tensor;
    return new Layout(tensor.shape(), shown.shape(), isCut, words(shown))
        .text(0, 0, PREFIX.length());
  }

  /// The values at the edges of every dimension, which are all that a long text shows.
  private static Tensor edges(Tensor tensor) {
    Tensor here = tensor;
    for (long dimension = 0; dimension < tensor.dim(); dimension++) {
      long size = tensor.size(dimension);
      if (size > 2 * EDGE) {
        Tensor first = here.narrow(dimension, 0, EDGE);
        here = Tensors.cat(List.of(first, here.narrow(dimension, size - EDGE, EDGE)), dimension);
      }
    }
    return here;
  }

  private static Words words(Tensor shown) {
    if (shown.is_floating_point()) {
      return Numbers.of(TensorArrays.doubles(shown)).words();
    }
    long[] whole = TensorArrays.longs(shown);
    boolean isBool = shown.scalar_type().intern() == ScalarType.Bool;
    List<String> words =
        Arrays.stream(whole)
            .mapToObj(each -> isBool ? (each == 0 ? "False" : "True") : Long.toString(each))
            .toList();
    return new Words(words, words.stream().mapToInt(String::length).max().orElse(1));
  }

  /// Values as they are written, and how wide each is at least.
  private record Words(List<String> all, int width) {
    String get(int at) {
      String word = all.get(at);
      return " ".repeat(Math.max(0, width - word.length())) + word;
    }
  }

  private static List<String> suffixes(Tensor tensor, boolean isPlain) {
    List<String> all = new ArrayList<>();
    if (!tensor.device().is_cpu()) {
      all.add("device='" + tensor.device().str().getString() + "'");
    }
    boolean isEmpty = tensor.numel() == 0;
    if (!isPlain || (isEmpty && tensor.dim() != 1)) {
      all.add("size=" + tuple(tensor.shape()));
    }
    ScalarType type = tensor.scalar_type().intern();
    boolean isUsual =
        type == ScalarType.Float
            || (!isEmpty && (type == ScalarType.Long || type == ScalarType.Bool));
    if (!isUsual) {
      all.add("dtype=torch." + name(type));
    }
    if (tensor.requires_grad()) {
      all.add(gradient(tensor));
    }
    return all;
  }

  private static String gradient(Tensor tensor) {
    if (tensor.is_leaf()) {
      return "requires_grad=True";
    }
    Node made = tensor.grad_fn();
    return "grad_fn=<" + made.name().getString() + ">";
  }

  private static String tuple(long[] shape) {
    String sizes = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
    return "(" + sizes + (shape.length == 1 ? ",)" : ")");
  }

  private static String withSuffixes(String text, List<String> suffixes) {
    StringBuilder all = new StringBuilder(text);
    int line = text.length() - text.lastIndexOf('\n') + 1;
    for (String suffix : suffixes) {
      if (line + suffix.length() + 2 > LINE) {
        all.append(",\n").append(" ".repeat(PREFIX.length())).append(suffix);
        line = PREFIX.length() + suffix.length();
      } else {
        all.append(", ").append(suffix);
        line += suffix.length() + 2;
      }
    }
    return all.append(')').toString();
  }

  /// Words in brackets, a line of them as long as fits.
  ///
  /// @param shape of the whole tensor
  /// @param shown of the part that has words
  private record Layout(long[] shape, long[] shown, boolean isCut, Words words) {
    String text(int depth, int at, int indent) {
      if (depth == shape.length) {
        return words.get(at);
      }
      boolean isLast = depth == shape.length - 1;
      List<String> parts = new ArrayList<>();
      int width = width(depth + 1);
      for (int i = 0; i < shown[depth]; i++) {
        if (isCut && i == EDGE && shape[depth] > 2 * EDGE) {
          parts.add(isLast ? " ..." : "...");
        }
        parts.add(text(depth + 1, at + i * width, indent + 1));
      }
      String between = "," + "\n".repeat(shape.length - 1 - depth) + " ".repeat(indent + 1);
      return isLast ? lines(parts, indent) : "[" + String.join(between, parts) + "]";
    }

    private int width(int depth) {
      return (int) Arrays.stream(shown).skip(depth).reduce(1, (a, b) -> a * b);
    }

    private String lines(List<String> parts, int indent) {
      int each = Math.max(1, (LINE - indent) / (words.width() + 2));
      List<String> lines = new ArrayList<>();
      for (int from = 0; from < parts.size(); from += each) {
        lines.add(String.join(", ", parts.subList(from, Math.min(parts.size(), from + each))));
      }
      return "[" + String.join(",\n" + " ".repeat(indent + 1), lines) + "]";
    }
  }

  /// Fractions, all written in the same way: whole, with four digits, or with an exponent.
  private record Numbers(double[] values, boolean isWhole, boolean hasExponents) {
    private static final int DIGITS = 4;

    static Numbers of(double[] values) {
      double[] counted =
          Arrays.stream(values).filter(v -> Double.isFinite(v) && v != 0).map(Math::abs).toArray();
      double largest = Arrays.stream(counted).max().orElse(1);
      double smallest = Arrays.stream(counted).min().orElse(1);
      boolean exponents = largest / smallest > 1000 || largest > 1e8 || smallest < 1e-4;
      boolean whole = Arrays.stream(counted).allMatch(v -> v == Math.rint(v));
      return new Numbers(values, whole, exponents);
    }

    /// Infinities and NaN do not affect how wide words are.
    Words words() {
      int width =
          Arrays.stream(values)
              .filter(v -> Double.isFinite(v) && v != 0)
              .mapToInt(v -> word(v).length())
              .max()
              .orElse(1);
      return new Words(Arrays.stream(values).mapToObj(this::word).toList(), width);
    }

    private String word(double value) {
      if (Double.isNaN(value)) {
        return "nan";
      }
      String sign = value < 0 || (value == 0 && 1 / value < 0) ? "-" : "";
      return sign + (Double.isInfinite(value) ? "inf" : digits(Math.abs(value)));
    }

    private String digits(double value) {
      var exact = new BigDecimal(value);
      if (hasExponents) {
        return withExponent(exact);
      }
      int scale = isWhole ? 0 : DIGITS;
      String digits = exact.setScale(scale, RoundingMode.HALF_EVEN).toPlainString();
      return isWhole ? digits + "." : digits;
    }

    private static String withExponent(BigDecimal value) {
      if (value.signum() == 0) {
        return "0.0000e+00";
      }
      BigDecimal rounded = value.round(new MathContext(DIGITS + 1, RoundingMode.HALF_EVEN));
      String digits = rounded.unscaledValue().toString();
      int exponent = digits.length() - 1 - rounded.scale();
      String padded = digits + "0".repeat(Math.max(0, DIGITS + 1 - digits.length()));
      return String.format(
          Locale.ROOT,
          "%s.%se%s%02d",
          padded.charAt(0),
          padded.substring(1, DIGITS + 1),
          exponent < 0 ? "-" : "+",
          Math.abs(exponent));
    }
  }
}
