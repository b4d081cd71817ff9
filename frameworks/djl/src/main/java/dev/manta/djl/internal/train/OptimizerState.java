package dev.manta.djl.internal.train;

import ai.djl.training.optimizer.Optimizer;
import dev.manta.djl.internal.engine.ArrayMemory;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// What an optimizer keeps for each parameter, and how many updates it has made, as live state.
final class OptimizerState implements InPlace {
  private final List<OptimizerSlot> slots;
  private final UpdateCounts counts;
  private final BooleanSupplier changesOnlyInCommits;

  private OptimizerState(
      List<OptimizerSlot> slots, UpdateCounts counts, BooleanSupplier changesOnlyInCommits) {
    this.slots = slots;
    this.counts = counts;
    this.changesOnlyInCommits = changesOnlyInCommits;
  }

  static OptimizerState of(Optimizer optimizer, TrainedModel model, DjlSession session) {
    var counts = UpdateCounts.of(optimizer, model);
    List<OptimizerSlot> slots =
        OptimizerFields.of(optimizer, session.memory(), counts).stream()
            .flatMap(field -> field.slots(model, session.memory()).stream())
            .toList();
    return new OptimizerState(slots, counts, session::commitsSteps);
  }

  /// An update was made.
  void updated() {
    counts.read();
  }

  @Override
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    slots.forEach(slot -> parts.add(ArrayMemory.part(slot.name(), slot.array())));
    long[] numbers = counts.numbers();
    parts.add(
        new Part("updates", "I64", List.of((long) numbers.length), MemorySegment.ofArray(numbers)));
    return parts;
  }

  @Override
  public List<Part> restless() {
    return changesOnlyInCommits.getAsBoolean() ? List.of() : parts();
  }

  @Override
  public void restored() {
    counts.write();
  }
}
