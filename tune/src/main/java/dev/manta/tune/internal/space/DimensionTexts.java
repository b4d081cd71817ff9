package dev.manta.tune.internal.space;

import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;
import dev.manta.tune.ParameterCondition;
import dev.manta.tune.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Reads the parameters of a space from the texts in its journal and the points that were tried.
///
/// The texts alone do not say whether a choice of `1` is a number or a text, or where a name with
/// an equals sign ends: the points do.
public final class DimensionTexts {
  private static final String WHEN = " when ";
  private static final String IN = " in [";

  private final Map<String, List<Object>> tried = new LinkedHashMap<>();
  private final Map<String, Dimension> found = new LinkedHashMap<>();

  private DimensionTexts(List<Point> points) {
    for (Point point : points) {
      point
          .values()
          .forEach((name, value) -> tried.computeIfAbsent(name, _ -> new ArrayList<>()).add(value));
    }
  }

  /// The parameters that were searched, in the order of the texts; computed ones are left out.
  public static List<Dimension> read(List<String> texts, List<Point> points) {
    var all = new DimensionTexts(points);
    texts.forEach(all::add);
    return List.copyOf(all.found.values());
  }

  private void add(String text) {
    String name = name(text);
    String rest = text.substring(Math.min(text.length(), name.length() + 1));
    if (rest.equals("computed")) {
      return;
    }
    int when = rest.lastIndexOf(WHEN);
    Optional<Domain> domain = domain(name, when < 0 ? rest : rest.substring(0, when));
    Optional<ParameterCondition> condition =
        when < 0 ? Optional.empty() : condition(rest.substring(when + WHEN.length()));
    domain.ifPresent(each -> found.put(name, new Dimension(name, each, condition)));
  }

  private String name(String text) {
    return tried.keySet().stream()
        .filter(each -> text.startsWith(each + "="))
        .max(Comparator.comparingInt(String::length))
        .orElseGet(() -> text.substring(0, Math.max(1, text.indexOf('='))));
  }

  private Optional<ParameterCondition> condition(String text) {
    int in = text.lastIndexOf(IN);
    Dimension parent = in < 0 ? null : found.get(text.substring(0, in));
    if (parent == null) {
      return Optional.empty();
    }
    List<String> wanted = List.of(text.substring(in + IN.length(), text.length() - 1).split(", "));
    List<Object> values =
        values(parent.domain()).stream()
            .filter(each -> wanted.contains(String.valueOf(each)))
            .toList();
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(new ParameterCondition(parent.name(), values));
  }

  private List<Object> values(Domain domain) {
    return switch (domain) {
      case Domain.Choice(List<Object> values) -> values;
      case Domain.Grid(List<Object> values) -> values;
      case Domain.Constant(Object value) -> List.of(value);
      case Domain.Real _, Domain.Whole _, Domain.Normal _ -> List.of();
    };
  }

  private Optional<Domain> domain(String name, String text) {
    List<Object> values = tried.getOrDefault(name, List.of()).stream().distinct().toList();
    Optional<Domain> said = parse(text).map(each -> typed(each, values));
    return said.isPresent() && values.stream().allMatch(said.get()::has) ? said : around(values);
  }

  private static Optional<Domain> parse(String text) {
    try {
      return Optional.of(DomainText.parse(text));
    } catch (IllegalArgumentException ambiguous) {
      return Optional.empty();
    }
  }

  /// The same domain, its values of the types that points have.
  private static Domain typed(Domain domain, List<Object> tried) {
    return switch (domain) {
      case Domain.Choice(List<Object> values) -> new Domain.Choice(typed(values, tried));
      case Domain.Grid(List<Object> values) -> new Domain.Grid(typed(values, tried));
      case Domain.Constant(Object value) ->
          new Domain.Constant(typed(List.of(value), tried).getFirst());
      case Domain.Real _, Domain.Whole _, Domain.Normal _ -> domain;
    };
  }

  /// Values that no trial had are texts where those of trials are.
  private static List<Object> typed(List<Object> values, List<Object> tried) {
    boolean texts = !tried.isEmpty() && tried.stream().allMatch(String.class::isInstance);
    List<Object> typed = new ArrayList<>();
    for (Object value : values) {
      typed.add(
          tried.stream()
              .filter(each -> String.valueOf(each).equals(String.valueOf(value)))
              .findFirst()
              .orElse(texts ? String.valueOf(value) : value));
    }
    return typed;
  }

  /// The domain that some values lie in, where the text cannot be understood.
  private static Optional<Domain> around(List<Object> values) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    double low = values.stream().mapToDouble(DimensionTexts::real).min().orElse(Double.NaN);
    double high = values.stream().mapToDouble(DimensionTexts::real).max().orElse(Double.NaN);
    return Optional.of(
        low < high
            ? new Domain.Real(low, high, false, OptionalDouble.empty())
            : new Domain.Choice(values));
  }

  private static double real(Object value) {
    return value instanceof Double number ? number : Double.NaN;
  }
}
