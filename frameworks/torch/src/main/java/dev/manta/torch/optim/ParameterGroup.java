package dev.manta.torch.optim;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.ops.NumberArgument;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/// Parameters that share settings. What is not set here is as the optimizer says.
public final class ParameterGroup {
  private final List<Tensor> parameters;
  private final Map<Setting, Double> settings = new EnumMap<>(Setting.class);
  private final Map<Setting, Double> begun = new EnumMap<>(Setting.class);
  private final Map<Setting, NumberArgument> arguments = new EnumMap<>(Setting.class);

  private ParameterGroup(List<Tensor> parameters) {
    this.parameters = parameters.stream().map(ParameterGroup::kept).toList();
    if (parameters.isEmpty()) {
      throw new IllegalArgumentException("an optimizer needs parameters, and there are none");
    }
  }

  /// Beyond the step, and beyond the list of JavaCPP's that it may lie in.
  private static Tensor kept(Tensor parameter) {
    return Lifetime.keepTensor(Lifetime.alive(parameter, "a parameter of an optimizer"));
  }

  /// These parameters, with the optimizer's settings.
  public static ParameterGroup of(List<Tensor> parameters) {
    return new ParameterGroup(parameters);
  }

  /// Sets a number for these parameters.
  public ParameterGroup set(Setting setting, double value) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException(setting + " is not a number");
    }
    settings.put(setting, value);
    begun.remove(setting);
    return this;
  }

  /// Takes a number that was saved; what was set before is still the one to begin with.
  void restore(Setting setting, double value) {
    double before = first(setting);
    set(setting, value);
    begun.put(setting, before);
  }

  /// The number that was set, where one was restored since.
  double first(Setting setting) {
    Double value = begun.get(setting);
    return value == null ? get(setting) : value;
  }

  /// A number that is set, or the optimizer has by itself; others are refused.
  public double get(Setting setting) {
    Double value = settings.get(setting);
    if (value == null) {
      throw new IllegalArgumentException(
          "this optimizer knows " + settings.keySet() + ", not " + setting);
    }
    return value;
  }

  /// Whether there is such a number.
  public boolean has(Setting setting) {
    return settings.containsKey(setting);
  }

  /// The parameters, in the order they were given.
  public List<Tensor> parameters() {
    return parameters;
  }

  void defaults(Map<Setting, Double> defaults) {
    defaults.forEach(settings::putIfAbsent);
    settings.keySet().stream().filter(s -> !defaults.containsKey(s)).forEach(this::unknown);
  }

  private void unknown(Setting setting) {
    throw new IllegalArgumentException("this optimizer has no setting " + setting);
  }

  /// The settings in a fixed order.
  Map<Setting, Double> settings() {
    return settings;
  }

  /// A setting as plain operators take it.
  Scalar scalar(Setting setting) {
    return new Scalar(get(setting));
  }

  /// A gradient with the pull of the weight decay.
  Tensor decayed(Tensor parameter, Tensor gradient) {
    double decay = get(Setting.WEIGHT_DECAY);
    return decay == 0 ? gradient : gradient.add(parameter, new Scalar(decay));
  }

  IValue argument(Setting setting) {
    return arguments.computeIfAbsent(setting, _ -> new NumberArgument()).of(get(setting));
  }
}
