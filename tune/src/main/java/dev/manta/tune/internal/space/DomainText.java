package dev.manta.tune.internal.space;

import dev.manta.tune.Domain;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Domains as texts, as the command line takes them and messages show them.
public final class DomainText {
  private static final String KNOWN =
      "uniform, loguniform, quniform, qloguniform, int, logint, normal, choice, grid, constant";

  private DomainText() {}

  /// The text of a domain.
  public static String write(Domain domain) {
    return switch (domain) {
      case Domain.Real real -> real(real);
      case Domain.Whole(long low, long high, boolean log, long step) ->
          (log ? "logint(" : "int(") + low + ", " + high + (step == 1 ? "" : ", " + step) + ")";
      case Domain.Normal(double mean, double deviation) ->
          "normal(" + mean + ", " + deviation + ")";
      case Domain.Choice(List<Object> values) -> "choice(" + list(values) + ")";
      case Domain.Grid(List<Object> values) -> "grid(" + list(values) + ")";
      case Domain.Constant(Object value) -> "constant(" + value + ")";
    };
  }

  private static String real(Domain.Real real) {
    String kind = (real.step().isPresent() ? "q" : "") + (real.log() ? "loguniform" : "uniform");
    String step = real.step().isPresent() ? ", " + real.step().getAsDouble() : "";
    return kind + "(" + real.low() + ", " + real.high() + step + ")";
  }

  private static String list(List<Object> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /// The domain of a text.
  public static Domain parse(String text) {
    int open = text.indexOf('(');
    if (open < 1 || !text.strip().endsWith(")")) {
      throw wrong(text);
    }
    String inside = text.substring(open + 1, text.lastIndexOf(')'));
    List<String> words =
        inside.isBlank()
            ? List.of()
            : Arrays.stream(inside.split(",", -1)).map(String::strip).toList();
    return domain(text, text.substring(0, open).strip().toLowerCase(Locale.ROOT), words);
  }

  private static Domain domain(String text, String kind, List<String> words) {
    return switch (kind) {
      case "uniform" -> real(text, words, false, 2);
      case "loguniform" -> real(text, words, true, 2);
      case "quniform" -> real(text, words, false, 3);
      case "qloguniform" -> real(text, words, true, 3);
      case "int" -> whole(text, words, false);
      case "logint" -> whole(text, words, true);
      case "normal" -> new Domain.Normal(number(text, words, 0), number(text, words, 1));
      case "choice" -> new Domain.Choice(Values.parse(words));
      case "grid" -> new Domain.Grid(Values.parse(words));
      case "constant" -> new Domain.Constant(Values.parse(String.join(", ", words)));
      default -> throw wrong(text);
    };
  }

  private static Domain real(String text, List<String> words, boolean log, int count) {
    if (words.size() != count) {
      throw wrong(text);
    }
    OptionalDouble step =
        count == 3 ? OptionalDouble.of(number(text, words, 2)) : OptionalDouble.empty();
    return new Domain.Real(number(text, words, 0), number(text, words, 1), log, step);
  }

  private static Domain whole(String text, List<String> words, boolean log) {
    if (words.size() < 2 || words.size() > 3) {
      throw wrong(text);
    }
    long step = words.size() == 3 ? whole(text, words, 2) : 1;
    return new Domain.Whole(whole(text, words, 0), whole(text, words, 1), log, step);
  }

  private static long whole(String text, List<String> words, int index) {
    if (Values.parse(words.get(index)) instanceof Long number) {
      return number;
    }
    throw wrong(text);
  }

  private static double number(String text, List<String> words, int index) {
    if (index < words.size() && Values.parse(words.get(index)) instanceof Number number) {
      return number.doubleValue();
    }
    throw wrong(text);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "cannot read the domain \""
            + text
            + "\": expected for example loguniform(1e-5, 1e-1) or choice(16, 32); there are "
            + KNOWN);
  }
}
