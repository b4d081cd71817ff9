package dev.manta.djl.internal.train;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Parameter;
import ai.djl.util.Pair;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The parameters of a model in the order of its block, which is the same on every rank.
///
/// @param all every parameter once
public record TrainedModel(List<NamedParameter> all) {
  /// A parameter with the name that its block gives it.
  ///
  /// @param array its data, which stay also when the model is closed
  public record NamedParameter(String name, Parameter parameter, NDArray array) {
    /// Whether it is trained.
    boolean isTrained() {
      return parameter.requiresGradient();
    }

    /// Whether a forward pass changes it, as it does the running means of a batch norm; weights
    /// that are frozen stay what they are.
    boolean isBuffer() {
      return !isTrained()
          && switch (parameter.getType()) {
            case WEIGHT, BIAS, GAMMA, BETA -> false;
            case RUNNING_MEAN, RUNNING_VAR, OTHER -> true;
          };
    }
  }

  public TrainedModel {
    all = List.copyOf(all);
  }

  /// The parameters of a model that is initialized.
  ///
  /// @param memory what keeps their data
  public static TrainedModel of(Model model, NDManager memory) {
    List<NamedParameter> all = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (Pair<String, Parameter> each : model.getBlock().getParameters()) {
      if (known.add(each.getValue().getId())) {
        all.add(named(each, memory));
      }
    }
    return new TrainedModel(all);
  }

  private static NamedParameter named(Pair<String, Parameter> each, NDManager memory) {
    NDArray array = each.getValue().getArray().stopGradient();
    array.attach(memory);
    array.setName(each.getKey());
    return new NamedParameter(each.getKey(), each.getValue(), array);
  }

  /// Those that are trained.
  public List<NamedParameter> trained() {
    return all.stream().filter(NamedParameter::isTrained).toList();
  }
}
