package dev.manta.torch.optim;

import dev.manta.torch.internal.flat.Averaging;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries out the steps of an optimizer: on long tensors where gradients lie flat, otherwise on
/// lists of those parameters that have a gradient.
final class Updates {
  private final Optimizer optimizer;
  private final List<ParameterGroup> groups;
  private final Slots slots;
  private final List<GroupSlices> slices = new ArrayList<>();
  private @Nullable FlatPlan plan;

  Updates(Optimizer optimizer, List<ParameterGroup> groups, Slots slots) {
    this.optimizer = optimizer;
    this.groups = groups;
    this.slots = slots;
    int first = 0;
    for (ParameterGroup group : groups) {
      slices.add(new GroupSlices(group, slots, first));
      first += group.parameters().size();
    }
  }

  /// Changes the parameters by gradients that are averaged already.
  void apply(@Nullable Averaging averaging) {
    if (averaging == null) {
      onLists();
      return;
    }
    if (averaging.isFlat()) {
      onLongTensors(averaging);
    } else {
      onLists();
    }
    averaging.used();
  }

  /// Counts have changed otherwise than by steps of all parameters.
  void recount() {
    plan = null;
  }

  private void onLongTensors(Averaging averaging) {
    FlatPlan known = plan;
    if (known == null) {
      known = new FlatPlan(groups, slots, averaging);
      plan = known;
    }
    slots.countAll();
    for (FlatPlan.Work each : known.work()) {
      each.slice().first(slots.count(each.example()) == 1);
      optimizer.update(each.group(), each.slice());
    }
  }

  private void onLists() {
    recount();
    List<Integer> updated = new ArrayList<>();
    slices.forEach(each -> each.collect(updated));
    slots.count(updated);
    for (GroupSlices each : slices) {
      each.filled().forEach(slice -> optimizer.update(each.group(), slice));
      each.clear();
    }
  }
}
