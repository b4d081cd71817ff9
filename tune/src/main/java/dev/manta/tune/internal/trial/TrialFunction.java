package dev.manta.tune.internal.trial;

import dev.manta.internal.code.Snippets;
import dev.manta.internal.loop.LoopCall;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.loop.Loops;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.tune.TrialContext;
import dev.manta.tune.TrialLoop;
import dev.manta.tune.TrialObjective;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Supplier;

/// A plain function that runs trials: given as an object, or by its names.
///
/// @param names what names it to processes; refuses a function that has no name
/// @param objective whether its value is that of the goal
/// @param body what runs it in this process, with what its value is called
/// @param type the config record, or [dev.manta.tune.Point]
public record TrialFunction<C>(
    Supplier<LoopSpec> names, boolean objective, Body<C> body, Class<C> type) {
  /// What runs a function.
  ///
  /// @param <C> the config's type
  @FunctionalInterface
  public interface Body<C> {
    /// The function for trials whose value is reported under a name.
    ///
    /// @param metric what the value of an objective is called
    TrialBody<C> reporting(String metric);
  }

  /// A function whose value is that of the goal.
  public static <C> TrialFunction<C> of(TrialObjective<C> function, Class<C> type) {
    Body<C> body =
        metric -> trial -> Optional.of(Metrics.of(metric, function.value(trial.config())));
    return new TrialFunction<>(() -> names(function), true, body, type);
  }

  /// A function that reports while it runs.
  public static <C> TrialFunction<C> ofLoop(TrialLoop<C> function, Class<C> type) {
    Body<C> body =
        _ ->
            trial -> {
              function.run(trial);
              return Optional.empty();
            };
    return new TrialFunction<>(() -> names(function), false, body, type);
  }

  private static LoopSpec names(Serializable function) {
    return Loops.nameOf(function, "trial function");
  }

  /// A reference to a static method that says itself what its config is.
  public static TrialFunction<?> of(Serializable function) {
    LoopSpec spec = names(function);
    Method method = FunctionMethod.find(spec, function.getClass().getClassLoader());
    return switch (function) {
      case TrialObjective<?> objective -> typed(objective, config(method));
      case TrialLoop<?> loop -> typedLoop(loop, config(method));
      default -> throw new IllegalStateException(function + " is not a function of trials");
    };
  }

  @SuppressWarnings("unchecked") // what its method declares
  private static <C> TrialFunction<C> typed(TrialObjective<?> function, Class<C> type) {
    return of((TrialObjective<C>) function, type);
  }

  @SuppressWarnings("unchecked") // what its method declares
  private static <C> TrialFunction<C> typedLoop(TrialLoop<?> function, Class<C> type) {
    return ofLoop((TrialLoop<C>) function, type);
  }

  /// A static method by its names.
  public static TrialFunction<?> of(LoopSpec spec, ClassLoader loader) {
    Method method = FunctionMethod.find(spec, loader);
    boolean objective = method.getParameterTypes()[0] != TrialContext.class;
    return called(spec, objective, config(method), loader);
  }

  /// The same for a function that is known to be there.
  public static <C> TrialFunction<C> called(
      LoopSpec spec, boolean objective, Class<C> type, ClassLoader loader) {
    Class<?> parameter = objective ? type : TrialContext.class;
    LoopCall call = LoopCall.find(spec, parameter, loader);
    Body<C> body =
        metric ->
            trial -> {
              Object value = call.call(objective ? trial.config() : trial);
              return objective
                  ? Optional.of(Metrics.of(metric, value == null ? Double.NaN : value))
                  : Optional.empty();
            };
    return new TrialFunction<>(() -> spec, objective, body, type);
  }

  /// What the method's parameter says: `Config`, or `TrialContext<Config>`.
  public static Class<?> config(Method method) {
    Type parameter = method.getGenericParameterTypes()[0];
    Type config =
        parameter instanceof ParameterizedType generic
            ? generic.getActualTypeArguments()[0]
            : parameter;
    boolean typed = config != TrialContext.class && config != TrainContext.class;
    if (typed && config instanceof Class<?> type) {
      return type;
    }
    throw new IllegalArgumentException(
        "%s::%s does not say what its config is: give the record too, as in Tuner.of(Config.class, …)"
            .formatted(method.getDeclaringClass().getName(), method.getName()));
  }

  /// Its name in journals; empty for one without.
  public String name() {
    try {
      LoopSpec spec = names.get();
      return spec.method().startsWith("lambda$") ? Snippets.written(spec.className()) : spec.name();
    } catch (IllegalArgumentException unnamed) {
      return "";
    }
  }

  /// What names it to processes.
  public LoopSpec spec() {
    return names.get();
  }
}
