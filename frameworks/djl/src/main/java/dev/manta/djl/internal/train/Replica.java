package dev.manta.djl.internal.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.training.GradientCollector;
import dev.manta.collective.Collectives;
import dev.manta.djl.internal.engine.ArrayMemory;
import dev.manta.djl.internal.train.TrainedModel.NamedParameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// This rank's copy of a model, kept equal to that of the others: first values and buffers are rank
/// 0's, gradients are averaged in one piece for each type of number.
final class Replica {
  private final Collectives group;
  private final TrainedModel model;
  private final List<FlatGradients> gradients = new ArrayList<>();

  Replica(Collectives group, TrainedModel model) {
    this.group = group;
    this.model = model;
    Map<DataType, List<NamedParameter>> byType = new LinkedHashMap<>();
    for (NamedParameter each : model.trained()) {
      byType.computeIfAbsent(each.array().getDataType(), _ -> new ArrayList<>()).add(each);
    }
    byType.forEach((type, same) -> gradients.add(FlatGradients.of(group, type, same)));
  }

  /// Gives every rank rank 0's values.
  void begin() {
    model.all().forEach(this::broadcast);
  }

  private void broadcast(NamedParameter each) {
    group.broadcast(ArrayMemory.values(each.array()), 0);
  }

  /// Makes the gradients those of all ranks, and buffers those of rank 0.
  void average(double weight) {
    gradients.forEach(each -> each.average(weight));
    model.all().stream().filter(NamedParameter::isBuffer).forEach(this::broadcast);
  }

  /// Gives every parameter a gradient, of zeros: one that a rank's rows did not reach has none
  /// otherwise, and could not take that of the other ranks.
  static void defineGradients(
      TrainedModel model, NDManager memory, Supplier<GradientCollector> collectors) {
    try (NDManager scratch = memory.newSubManager();
        GradientCollector collector = collectors.get()) {
      for (NamedParameter each : model.trained()) {
        NDArray sum = each.parameter().getArray().sum();
        sum.attach(scratch);
        collector.backward(sum);
      }
    }
    model.trained().forEach(each -> JniUtils.zeroGrad((PtNDArray) each.parameter().getArray()));
  }
}
