package dev.manta.djl.internal.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.djl.internal.engine.ArrayMemory;
import dev.manta.djl.internal.train.TrainedModel.NamedParameter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BiConsumer;

/// The gradients of parameters of one type, one after the other in memory that the ranks share.
record FlatGradients(
    Collectives group, List<NamedParameter> parameters, MemorySegment flat, ElementType type) {
  static FlatGradients of(Collectives group, DataType type, List<NamedParameter> parameters) {
    ElementType elements = ArrayMemory.elements(type);
    if (elements == ElementType.I8) {
      throw new IllegalArgumentException("gradients of type " + type + " cannot be averaged");
    }
    long count = parameters.stream().mapToLong(each -> each.array().size()).sum();
    return new FlatGradients(group, parameters, group.allocate(count * elements.bytes()), elements);
  }

  /// Averages them over ranks by weight.
  void average(double weight) {
    forEach((gradient, place) -> place.copyFrom(gradient));
    group.weightedMean(Values.of(flat, type), weight);
    forEach(MemorySegment::copyFrom);
  }

  private void forEach(BiConsumer<MemorySegment, MemorySegment> action) {
    long at = 0;
    for (NamedParameter each : parameters) {
      try (NDArray gradient = each.parameter().getArray().getGradient()) {
        MemorySegment memory = ArrayMemory.of(gradient);
        action.accept(memory, flat.asSlice(at, memory.byteSize()));
        at += memory.byteSize();
      }
    }
  }
}
