package dev.manta.torch.optim;

import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;

/// The lists of one group. Those of all its parameters are made once, and only gradients change;
/// parameters without a gradient, or at their first update when others are not, need lists of their
/// own.
final class GroupSlices {
  private final ParameterGroup group;
  private final Slots slots;
  private final int start;
  private final Slice all;
  private final Slice firsts;
  private final Slice laters;
  private boolean whole;

  GroupSlices(ParameterGroup group, Slots slots, int start) {
    this.group = group;
    this.slots = slots;
    this.start = start;
    all = new Slice(slots.slotCount());
    firsts = new Slice(slots.slotCount());
    laters = new Slice(slots.slotCount());
    for (int i = 0; i < group.parameters().size(); i++) {
      add(all, i);
    }
  }

  ParameterGroup group() {
    return group;
  }

  /// Takes the gradients that are there, and adds the places of their parameters.
  void collect(List<Integer> updated) {
    whole = takeAll();
    for (int i = 0; i < group.parameters().size(); i++) {
      if (whole || take(i)) {
        updated.add(start + i);
      }
    }
  }

  private boolean takeAll() {
    boolean first = slots.count(start) == 0;
    all.first(first);
    for (int i = 0; i < group.parameters().size(); i++) {
      Tensor gradient = group.parameters().get(i).grad();
      if (!gradient.defined() || (slots.count(start + i) == 0) != first) {
        all.gradients().clear();
        return false;
      }
      all.gradients().add(gradient);
    }
    return true;
  }

  private boolean take(int i) {
    Tensor gradient = group.parameters().get(i).grad();
    if (gradient.defined()) {
      Slice slice = slots.count(start + i) == 0 ? firsts : laters;
      add(slice, i);
      slice.gradients().add(gradient);
    }
    return gradient.defined();
  }

  private void add(Slice slice, int i) {
    slice.parameters().add(group.parameters().get(i));
    slice.steps().add(slots.step(start + i));
    for (int s = 0; s < slots.slotCount(); s++) {
      slice.slot(s).add(slots.slot(s, start + i));
    }
  }

  List<Slice> filled() {
    firsts.first(true);
    return whole
        ? List.of(all)
        : Stream.of(firsts, laters).filter(slice -> !slice.isEmpty()).toList();
  }

  /// Lets go of gradients.
  void clear() {
    all.gradients().clear();
    firsts.clear();
    laters.clear();
  }
}
