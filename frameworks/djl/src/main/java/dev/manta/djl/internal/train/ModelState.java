package dev.manta.djl.internal.train;

import dev.manta.djl.internal.engine.ArrayMemory;
import dev.manta.djl.internal.train.TrainedModel.NamedParameter;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// A model's parameters as live state, where they lie.
public final class ModelState implements InPlace {
  private final TrainedModel model;
  private final BooleanSupplier changesOnlyInCommits;

  /// @param changesOnlyInCommits whether trained parameters change in commits only
  public ModelState(TrainedModel model, BooleanSupplier changesOnlyInCommits) {
    this.model = model;
    this.changesOnlyInCommits = changesOnlyInCommits;
  }

  @Override
  public List<Part> parts() {
    return parts(_ -> true);
  }

  @Override
  public List<Part> restless() {
    return changesOnlyInCommits.getAsBoolean() ? parts(NamedParameter::isBuffer) : parts();
  }

  private List<Part> parts(Predicate<NamedParameter> which) {
    return model.all().stream()
        .filter(which)
        .map(each -> ArrayMemory.part(each.name(), each.array()))
        .toList();
  }
}
