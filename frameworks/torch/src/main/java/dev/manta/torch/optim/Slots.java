package dev.manta.torch.optim;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.flat.FlatBlock;
import dev.manta.torch.internal.flat.Identity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// An optimizer's state: for each parameter how often it was updated, and one tensor of its shape
/// per slot (a moment, say).
final class Slots {
  private static final Scalar ONE = Lifetime.keep(new Scalar(1.0f));

  private final List<Tensor> parameters;
  private final List<String> names;
  private final List<List<Tensor>> tensors = new ArrayList<>();
  private final Map<FlatBlock, List<Tensor>> flats = new HashMap<>();
  private final Tensor steps;
  private final List<Tensor> stepOf = new ArrayList<>();
  private final long[] counts;
  private final Map<Identity, Integer> places = new HashMap<>();

  Slots(List<Tensor> parameters, List<String> names, double start) {
    this.parameters = parameters;
    this.names = names;
    this.counts = new long[parameters.size()];
    parameters.forEach(this::place);
    for (int s = 0; s < names.size(); s++) {
      List<Tensor> slot = new ArrayList<>();
      parameters.forEach(each -> slot.add(full(each, start)));
      tensors.add(slot);
    }
    steps = steps(parameters.getFirst(), parameters.size());
    for (int i = 0; i < parameters.size(); i++) {
      stepOf.add(Lifetime.keepTensor(steps.select(0, i)));
    }
  }

  private void place(Tensor parameter) {
    Integer before = places.putIfAbsent(Identity.of(parameter), places.size());
    if (before != null) {
      throw new IllegalArgumentException(
          "parameter " + before + " is given twice; each is in one group, once");
    }
  }

  private static Tensor full(Tensor like, double start) {
    return Lifetime.keepTensor(torch.full_like(like.detach(), new Scalar(start)));
  }

  private static Tensor steps(Tensor like, int count) {
    TensorOptions options = like.options().dtype(new ScalarTypeOptional(ScalarType.Float));
    return Lifetime.keepTensor(torch.zeros(new long[] {count}, options));
  }

  /// Lays state side by side as the parameters of a block are.
  void follow(FlatBlock block, double start) {
    List<Tensor> pieces = new ArrayList<>();
    for (List<Tensor> slot : tensors) {
      Tensor flat = block.zeros();
      if (start != 0) {
        flat.fill_(new Scalar(start));
      }
      pieces.add(flat);
      for (int member = 0; member < block.members().size(); member++) {
        move(slot, block, member, flat);
      }
    }
    flats.put(block, pieces);
  }

  private void move(List<Tensor> slot, FlatBlock block, int member, Tensor flat) {
    int index = index(block.members().get(member));
    if (index >= 0) {
      Tensor view = block.view(flat, member);
      view.copy_(slot.get(index));
      slot.set(index, view);
    }
  }

  /// The place of a parameter in this optimizer, or -1.
  int index(Tensor parameter) {
    return places.getOrDefault(Identity.of(parameter), -1);
  }

  int slotCount() {
    return names.size();
  }

  Tensor slot(int slot, int parameter) {
    return tensors.get(slot).get(parameter);
  }

  Tensor flat(FlatBlock block, int slot) {
    return flats.getOrDefault(block, List.of()).get(slot);
  }

  Tensor step(int parameter) {
    return stepOf.get(parameter);
  }

  long count(int parameter) {
    return counts[parameter];
  }

  /// Counts an update of every parameter.
  void countAll() {
    steps.add_(ONE);
    for (int i = 0; i < counts.length; i++) {
      counts[i]++;
    }
  }

  void count(List<Integer> updated) {
    if (updated.size() == counts.length) {
      countAll();
      return;
    }
    for (int index : updated) {
      stepOf.get(index).add_(ONE);
      counts[index]++;
    }
  }

  /// Everything under a name: `0.exp_avg`, …, `step`.
  Map<String, Tensor> named() {
    Map<String, Tensor> all = new LinkedHashMap<>();
    for (int s = 0; s < names.size(); s++) {
      for (int i = 0; i < parameters.size(); i++) {
        all.put(i + "." + names.get(s), slot(s, i));
      }
    }
    all.put("step", steps);
    return all;
  }

  /// One parameter's state by slot.
  Map<String, Tensor> of(int parameter) {
    Map<String, Tensor> all = new LinkedHashMap<>();
    for (int s = 0; s < names.size(); s++) {
      all.put(names.get(s), slot(s, parameter));
    }
    all.put("step", step(parameter));
    return all;
  }

  /// The counts were written from outside.
  void restored() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = (long) stepOf.get(i).item_float();
    }
  }
}
