package dev.manta.tune.internal.space;

import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;
import dev.manta.tune.ParameterCondition;
import dev.manta.tune.space.Choice;
import dev.manta.tune.space.Constant;
import dev.manta.tune.space.Grid;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.LogIntUniform;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Normal;
import dev.manta.tune.space.Uniform;
import dev.manta.tune.space.When;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What the annotations of a record's components say.
public final class Annotated {
  private Annotated() {}

  /// The parameters of annotated components, in order.
  public static List<Dimension> dimensions(Components components) {
    List<Dimension> dimensions = new ArrayList<>();
    for (Map.Entry<String, RecordComponent> each : components.leaves().entrySet()) {
      domain(components, each.getKey(), each.getValue())
          .ifPresent(domain -> dimensions.add(dimension(components, each, domain)));
    }
    return dimensions;
  }

  private static Dimension dimension(
      Components components, Map.Entry<String, RecordComponent> each, Domain domain) {
    When when = each.getValue().getAnnotation(When.class);
    Domain fitting = components.fit(each.getKey(), domain, when != null);
    Optional<ParameterCondition> condition =
        when == null ? Optional.empty() : Optional.of(condition(components, when));
    return new Dimension(each.getKey(), fitting, condition);
  }

  private static ParameterCondition condition(Components components, When when) {
    Domain values = new Domain.Choice(List.<Object>of((Object[]) when.is()));
    Domain fitting = components.fit(when.name(), values, false);
    return new ParameterCondition(when.name(), ((Domain.Choice) fitting).values());
  }

  private static Optional<Domain> domain(
      Components components, String name, RecordComponent component) {
    List<Domain> found = new ArrayList<>();
    for (Annotation each : component.getAnnotations()) {
      domain(each).ifPresent(found::add);
    }
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          components.type() + "." + name + " has two domains: " + texts(found) + "; keep one");
    }
    return found.stream().findFirst();
  }

  private static List<String> texts(List<Domain> domains) {
    return domains.stream().map(Domain::text).toList();
  }

  private static Optional<Domain> domain(Annotation annotation) {
    return switch (annotation) {
      case Uniform real -> Optional.of(real(real));
      case LogUniform real ->
          Optional.of(new Domain.Real(real.low(), real.high(), true, OptionalDouble.empty()));
      case IntUniform whole ->
          Optional.of(new Domain.Whole(whole.low(), whole.high(), false, whole.step()));
      case LogIntUniform whole -> Optional.of(new Domain.Whole(whole.low(), whole.high(), true, 1));
      case Normal normal -> Optional.of(new Domain.Normal(normal.mean(), normal.deviation()));
      case Choice choice ->
          Optional.of(new Domain.Choice(List.<Object>of((Object[]) choice.value())));
      case Grid grid -> Optional.of(new Domain.Grid(List.<Object>of((Object[]) grid.value())));
      case Constant constant -> Optional.of(new Domain.Constant(constant.value()));
      default -> Optional.empty();
    };
  }

  private static Domain real(Uniform real) {
    OptionalDouble step =
        real.step() == 0 ? OptionalDouble.empty() : OptionalDouble.of(real.step());
    return new Domain.Real(real.low(), real.high(), false, step);
  }
}
