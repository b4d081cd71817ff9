package dev.manta.tune;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.tune.internal.space.Annotated;
import dev.manta.tune.internal.space.Components;
import dev.manta.tune.internal.space.Given;
import dev.manta.tune.internal.space.Nested;
import dev.manta.tune.internal.space.SpaceChecks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The parameters of a search and where each may lie; a change of it is a new space.
public final class Space {
  private final Components components;
  private final Map<String, Dimension> dimensions;
  private final Map<String, Function<Point, Object>> computed;
  private final Optional<ParameterCondition> condition;

  private Space(
      Components components,
      Map<String, Dimension> dimensions,
      Map<String, Function<Point, Object>> computed,
      Optional<ParameterCondition> condition) {
    this.components = components;
    this.dimensions = dimensions;
    this.computed = computed;
    this.condition = condition;
  }

  /// The space of a config record: what its components' annotations say, to which others are added
  /// by name. Components of nested records are named with dots: `optimizer.learningRate`.
  public static Space of(Class<? extends Record> type) {
    var components = Components.of(type);
    var dimensions = new LinkedHashMap<String, Dimension>();
    for (Dimension each : Annotated.dimensions(components)) {
      dimensions.put(each.name(), each);
    }
    return new Space(components, dimensions, Map.of(), Optional.empty());
  }

  /// A space without a record: any names.
  public static Space of() {
    return new Space(Components.NONE, Map.of(), Map.of(), Optional.empty());
  }

  /// A real number between two bounds.
  public Space uniform(String name, double low, double high) {
    return with(name, new Domain.Real(low, high, false, OptionalDouble.empty()));
  }

  /// A real number among multiples of a step above the low bound.
  public Space quantized(String name, double low, double high, double step) {
    return with(name, new Domain.Real(low, high, false, OptionalDouble.of(step)));
  }

  /// A positive real number whose logarithm is uniform.
  public Space logUniform(String name, double low, double high) {
    return with(name, new Domain.Real(low, high, true, OptionalDouble.empty()));
  }

  /// A whole number, both bounds included.
  public Space integer(String name, long low, long high) {
    return with(name, new Domain.Whole(low, high, false, 1));
  }

  /// A whole number among multiples of a step above the low bound.
  public Space integer(String name, long low, long high, long step) {
    return with(name, new Domain.Whole(low, high, false, step));
  }

  /// A positive whole number whose logarithm is uniform.
  public Space logInteger(String name, long low, long high) {
    return with(name, new Domain.Whole(low, high, true, 1));
  }

  /// A normally distributed number.
  public Space normal(String name, double mean, double deviation) {
    return with(name, new Domain.Normal(mean, deviation));
  }

  /// One of some values without an order.
  public Space choice(String name, Object... values) {
    return with(name, new Domain.Choice(Arrays.asList(values)));
  }

  /// Values that are all tried by grid search.
  public Space grid(String name, Object... values) {
    return with(name, new Domain.Grid(Arrays.asList(values)));
  }

  /// A value that is the same in every trial.
  public Space constant(String name, Object value) {
    return with(name, new Domain.Constant(value));
  }

  /// Components of the record that no domain has been given for are the same in every trial, with
  /// their values in a config.
  Space rest(Json given) {
    Space space = this;
    for (String name : components.names()) {
      if (!dimensions.containsKey(name) && !computed.containsKey(name)) {
        Optional<Object> value = Given.value(given, name);
        space = value.isPresent() ? space.constant(name, value.get()) : space;
      }
    }
    return space;
  }

  /// A domain of any kind, in place of the one that the name had.
  public Space with(String name, Domain domain) {
    Domain fitting = components.fit(name, domain, condition.isPresent());
    var copy = new LinkedHashMap<>(dimensions);
    copy.put(name, new Dimension(name, fitting, condition));
    var rest = new LinkedHashMap<>(computed);
    rest.remove(name);
    return new Space(components, copy, rest, condition);
  }

  /// A value that is computed from the others of a point. It is computed once, when the point is
  /// suggested, and stored with it.
  public Space computed(String name, Function<Point, Object> function) {
    components.require(name);
    var copy = new LinkedHashMap<>(computed);
    copy.put(name, function);
    var rest = new LinkedHashMap<>(dimensions);
    rest.remove(name);
    return new Space(components, rest, copy, condition);
  }

  /// Parameters that exist only where one that was added before has a value:
  /// `space.when("optimizer", "sgd", inner -> inner.uniform("momentum", 0, 0.99))`.
  public Space when(String name, Object value, UnaryOperator<Space> inner) {
    return when(name, List.of(value), inner);
  }

  /// The same for one of several values.
  public Space when(String name, List<Object> values, UnaryOperator<Space> inner) {
    SpaceChecks.requireConditions(condition.isEmpty(), name, values, dimensions);
    var inside =
        new Space(
            components, dimensions, computed, Optional.of(new ParameterCondition(name, values)));
    Space filled = inner.apply(inside);
    return new Space(components, filled.dimensions, filled.computed, Optional.empty());
  }

  /// The parameters, in order.
  public List<Dimension> dimensions() {
    return List.copyOf(dimensions.values());
  }

  /// How many points there are; empty where they are not counted. Conditions are not taken into
  /// account.
  public OptionalLong size() {
    long size = 1;
    for (Dimension each : dimensions.values()) {
      if (each.domain().size().isEmpty()) {
        return OptionalLong.empty();
      }
      size = SpaceChecks.times(size, each.domain().size().getAsLong());
    }
    return OptionalLong.of(size);
  }

  /// This space, if it can be searched: it has parameters, and every component of its record has a
  /// value.
  public Space checked() {
    SpaceChecks.requireComplete(components, dimensions.keySet(), computed.keySet());
    return this;
  }

  /// The point with what is computed from it.
  public Point complete(Point point) {
    Point full = point;
    for (Map.Entry<String, Function<Point, Object>> each : computed.entrySet()) {
      full = full.with(each.getKey(), each.getValue().apply(full));
    }
    return full;
  }

  /// A point that somebody gives, such as one to begin with: each value must be there and in its
  /// domain; constants and computed values are added.
  public Point point(Map<String, Object> values) {
    return complete(SpaceChecks.point(dimensions(), computed.keySet(), new Point(values)));
  }

  /// The config record of a point.
  public <T extends Record> T config(Point point, Class<T> type) {
    return Bind.read(Nested.json(point), type, "config");
  }

  /// What differs from another space, a line for each parameter; empty where both are the same.
  public List<String> differences(List<String> others) {
    return SpaceChecks.differences(texts(), others);
  }

  /// A line for each parameter, as journals keep them to compare.
  public List<String> texts() {
    List<String> texts = new ArrayList<>();
    dimensions.values().forEach(each -> texts.add(each.toString()));
    computed.keySet().forEach(name -> texts.add(name + "=computed"));
    return texts;
  }

  @Override
  public String toString() {
    return String.join("\n", texts());
  }
}
