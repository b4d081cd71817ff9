package dev.manta.torch.optim;

import dev.manta.torch.internal.flat.Averaging;
import dev.manta.torch.internal.flat.FlatBlock;
import java.util.ArrayList;
import java.util.List;

/// Updates of parameters that lie side by side: neighbours of one group with equal counts are one
/// long tensor. Made once; valid while the counts stay equal.
final class FlatPlan {
  private final Slots slots;
  private final Averaging averaging;
  private final List<Work> work = new ArrayList<>();

  /// One group's long tensors of one type, and a parameter that stands for them.
  record Work(ParameterGroup group, Slice slice, FlatBlock block, int example) {}

  /// Neighbours within a block.
  private record Run(int first, int last, int example) {}

  FlatPlan(List<ParameterGroup> groups, Slots slots, Averaging averaging) {
    this.slots = slots;
    this.averaging = averaging;
    int start = 0;
    for (ParameterGroup group : groups) {
      int end = start + group.parameters().size();
      for (FlatBlock block : averaging.blocks()) {
        for (Run run : runs(block, start, end)) {
          add(slice(group, block, run), block, run);
        }
      }
      start = end;
    }
  }

  List<Work> work() {
    return work;
  }

  private List<Run> runs(FlatBlock block, int start, int end) {
    List<Run> runs = new ArrayList<>();
    for (int member = 0; member < block.members().size(); member++) {
      int index = slots.index(block.members().get(member));
      if (index >= start && index < end) {
        extend(runs, new Run(member, member, index));
      }
    }
    return runs;
  }

  private void extend(List<Run> runs, Run next) {
    Run before = runs.isEmpty() ? null : runs.getLast();
    if (before != null
        && before.last + 1 == next.first
        && slots.count(before.example) == slots.count(next.example)) {
      runs.set(runs.size() - 1, new Run(before.first, next.last, before.example));
    } else {
      runs.add(next);
    }
  }

  private void add(Slice slice, FlatBlock block, Run run) {
    slice.parameters().add(block.span(block.values(), run.first, run.last));
    slice.gradients().add(block.span(averaging.gradients(block), run.first, run.last));
    slice.steps().add(slots.step(run.example));
    for (int s = 0; s < slots.slotCount(); s++) {
      slice.slot(s).add(block.span(slots.flat(block, s), run.first, run.last));
    }
  }

  /// Runs of a group and block that have equal counts share one call.
  private Slice slice(ParameterGroup group, FlatBlock block, Run run) {
    long count = slots.count(run.example);
    for (Work each : work) {
      if (each.group == group && each.block == block && slots.count(each.example) == count) {
        return each.slice;
      }
    }
    var slice = new Slice(slots.slotCount());
    work.add(new Work(group, slice, block, run.example));
    return slice;
  }
}
