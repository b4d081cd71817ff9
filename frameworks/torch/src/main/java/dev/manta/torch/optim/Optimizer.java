package dev.manta.torch.optim;

import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.UpdateListener;
import dev.manta.torch.internal.flat.Averaging;
import dev.manta.torch.internal.flat.LiveTensors;
import dev.manta.torch.internal.ops.Constants;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// Changes parameters by their gradients, with PyTorch's fused operators. Settings are made before
/// the first step; later only numbers may change, in [#groups].
///
/// As live state it is its moments, its counts and the groups' numbers.
public abstract class Optimizer implements InPlace {
  static {
    Natives.load();
  }

  private final List<ParameterGroup> groups = new ArrayList<>();
  private final Map<Setting, Double> defaults = new EnumMap<>(Setting.class);
  private @Nullable Slots slots;
  private @Nullable Updates updates;
  private @Nullable LiveTensors live;
  private @Nullable Averaging averaging;
  private UpdateListener listener = UpdateListener.UNHEARD;
  private double[] numbers = {};
  private final long[] commits = new long[1];

  Optimizer(List<Tensor> parameters, double learningRate) {
    groups.add(ParameterGroup.of(parameters));
    defaults.put(Setting.LEARNING_RATE, learningRate);
  }

  /// The slots of state that each parameter has.
  abstract List<String> slotNames();

  /// What a slot holds before the first step.
  double slotStart() {
    return 0;
  }

  /// Changes the parameters of a slice; their counts include this update.
  abstract void update(ParameterGroup group, Slice slice);

  /// Adds parameters with settings of their own.
  final void addGroup(ParameterGroup group) {
    requireNotBegun();
    groups.add(group);
  }

  final void setDefault(Setting setting, double value) {
    requireNotBegun();
    defaults.put(setting, value);
  }

  final double defaultOf(Setting setting) {
    return defaults.getOrDefault(setting, 0.0);
  }

  final void requireNotBegun() {
    if (slots != null) {
      throw new IllegalStateException(
          "this optimizer has begun; make settings before its first step, prepare or live");
    }
  }

  /// Updates every parameter that has a gradient. When prepared, gradients are averaged over ranks
  /// first, and this is the commit.
  public final void step() {
    boolean recording = GradMode.is_enabled();
    GradMode.set_enabled(false);
    try {
      if (averaging != null) {
        averaging.average();
      }
      listener.commit(this::update);
    } finally {
      GradMode.set_enabled(recording);
    }
    listener.stepped(commits[0]);
  }

  private void update() {
    updates().apply(averaging);
    commits[0]++;
  }

  /// Makes a step that changes neither parameters nor moments: its gradients are good for nothing.
  final void skip() {
    listener.commit(
        () -> {
          if (averaging != null) {
            averaging.used();
          }
          commits[0]++;
        });
    listener.stepped(commits[0]);
  }

  /// The gradients that the next step will use, averaged over ranks.
  final List<Tensor> gradients() {
    if (averaging != null) {
      averaging.average();
    }
    return parameters().stream().map(Tensor::grad).filter(Tensor::defined).toList();
  }

  /// Forgets the gradients.
  public final void zeroGrad() {
    for (ParameterGroup group : groups) {
      for (Tensor parameter : group.parameters()) {
        parameter.mutable_grad().put(Constants.UNDEFINED);
      }
    }
  }

  /// The groups of parameters; their numbers may be changed between steps.
  public final List<ParameterGroup> groups() {
    groups.forEach(group -> group.defaults(defaults));
    return List.copyOf(groups);
  }

  /// All parameters, group after group.
  public final List<Tensor> parameters() {
    return groups.stream().flatMap(group -> group.parameters().stream()).toList();
  }

  /// How many steps were made, over all attempts.
  public final long commits() {
    return commits[0];
  }

  /// One parameter's state by PyTorch's names: its moments and its count.
  public final Map<String, Tensor> state(int parameter) {
    return slots().of(parameter);
  }

  /// All state by name: `0.exp_avg`, …, `step`.
  public final Map<String, Tensor> stateDict() {
    return slots().named();
  }

  @Override
  public final List<Part> parts() {
    List<Part> parts = new ArrayList<>(live().parts());
    numbers = numbers();
    parts.add(part("numbers", "F64", numbers.length, MemorySegment.ofArray(numbers)));
    parts.add(part("commits", "I64", 1, MemorySegment.ofArray(commits)));
    return parts;
  }

  private static Part part(String name, String type, long count, MemorySegment memory) {
    return new Part(name, type, List.of(count), memory);
  }

  private double[] numbers() {
    return groups().stream()
        .flatMap(group -> group.settings().values().stream())
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /// The groups' numbers, which schedules change; moments change only in steps.
  @Override
  public final List<Part> restless() {
    if (!listener.inPlace()) {
      return parts();
    }
    numbers = numbers();
    return List.of(part("numbers", "F64", numbers.length, MemorySegment.ofArray(numbers)));
  }

  @Override
  public final void restored() {
    live().restored();
    slots().restored();
    int next = 0;
    for (ParameterGroup group : groups) {
      for (Setting setting : List.copyOf(group.settings().keySet())) {
        group.restore(setting, numbers[next++]);
      }
    }
    updates().recount();
    listener.standsAt(commits[0]);
  }

  /// Averages gradients by this before each update, and tells of updates.
  public final void attach(@Nullable Averaging by, UpdateListener toTell) {
    averaging = by;
    listener = toTell;
    if (by != null) {
      boolean recording = GradMode.is_enabled();
      GradMode.set_enabled(false);
      by.blocks().forEach(block -> slots().follow(block, slotStart()));
      GradMode.set_enabled(recording);
      stateMoved();
    }
    toTell.standsAt(commits[0]);
  }

  /// Whoever has taken the state's tensors takes them anew.
  private void stateMoved() {
    updates = new Updates(this, groups(), slots());
    live = null;
  }

  private Slots slots() {
    if (slots == null) {
      List<ParameterGroup> ready = groups();
      slots = new Slots(parameters(), slotNames(), slotStart());
      updates = new Updates(this, ready, slots);
    }
    return slots;
  }

  private Updates updates() {
    slots();
    return Objects.requireNonNull(updates);
  }

  private LiveTensors live() {
    if (live == null) {
      live = new LiveTensors(new LinkedHashMap<>(slots().named()));
    }
    return live;
  }
}
