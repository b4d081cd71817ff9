package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.flat.Identity;
import dev.manta.torch.internal.flat.LiveTensors;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/// A part of a model: parameters, buffers and children by name, and a forward function.
///
/// The tree is plain Java; only tensors are native. A parameter is the same tensor for the life of
/// its module: moving or loading it changes its data.
public abstract class Module implements InPlace {
  static {
    Natives.load();
  }

  private final Map<String, Tensor> parameters = new LinkedHashMap<>();
  private final Map<String, Tensor> buffers = new LinkedHashMap<>();
  private final Set<String> unsaved = new HashSet<>();
  private final Map<String, Module> children = new LinkedHashMap<>();
  private boolean training = true;
  private @Nullable LiveTensors live;
  private BooleanSupplier steady = () -> false;

  /// Computes the output; what it makes on the way lives as long as the scope around it.
  public abstract Tensor forward(Tensor x);

  /// Computes the output and frees everything else that was made on the way, unless autograd needs
  /// it.
  public final Tensor call(Tensor x) {
    if (x.isNull()) {
      throw Lifetime.freed("the input of " + name());
    }
    return call(() -> forward(x));
  }

  /// The same for a forward function with other inputs: `model.call(() -> model.forward(tokens,
  /// mask))`.
  public final Tensor call(Supplier<Tensor> forward) {
    try {
      return Lifetime.only(forward);
    } catch (NullPointerException e) {
      throw Lifetime.explain(e, "a tensor that the forward function of " + name() + " uses");
    }
  }

  /// Makes the module a child under this name.
  protected final <M extends Module> M add(String name, M child) {
    requireFree(name);
    children.put(name, child);
    return child;
  }

  /// Makes the tensor a parameter: autograd computes its gradient, optimizers change it.
  protected final Tensor parameter(String name, Tensor initial) {
    requireFree(name);
    Tensor kept = kept(name, initial);
    if (kept.is_floating_point()) {
      kept.set_requires_grad(true);
    }
    parameters.put(name, kept);
    return kept;
  }

  /// Makes the tensor a buffer: state that is saved but not trained.
  protected final Tensor buffer(String name, Tensor initial) {
    requireFree(name);
    Tensor kept = kept(name, initial);
    buffers.put(name, kept);
    return kept;
  }

  /// A buffer that is computed, not learned, and therefore not in the state dict.
  protected final Tensor unsavedBuffer(String name, Tensor initial) {
    unsaved.add(name);
    return buffer(name, initial);
  }

  /// The children by name, in the order they were added.
  public final Map<String, Module> children() {
    return Collections.unmodifiableMap(children);
  }

  /// This module, under the empty name, and all below it.
  public final Map<String, Module> namedModules() {
    Map<String, Module> all = new LinkedHashMap<>();
    walk(
        "",
        (prefix, module) ->
            all.put(prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1), module));
    return all;
  }

  /// All parameters of this module and those below it, under PyTorch's names and in its order.
  public final Map<String, Tensor> namedParameters() {
    Map<String, Tensor> all = new LinkedHashMap<>();
    walk("", (prefix, module) -> putAll(all, prefix, module.parameters));
    return all;
  }

  /// All buffers of this module and those below it, under PyTorch's names and in its order.
  public final Map<String, Tensor> namedBuffers() {
    Map<String, Tensor> all = new LinkedHashMap<>();
    walk("", (prefix, module) -> putAll(all, prefix, module.buffers));
    return all;
  }

  /// All parameters, without their names; one that is shared comes once.
  public final List<Tensor> parameters() {
    Set<Identity> known = new HashSet<>();
    return namedParameters().values().stream()
        .filter(parameter -> known.add(Identity.of(parameter)))
        .toList();
  }

  /// Parameters and saved buffers under PyTorch's names, as `state_dict()` orders them. The tensors
  /// are the module's own.
  public final Map<String, Tensor> stateDict() {
    Map<String, Tensor> all = new LinkedHashMap<>();
    walk(
        "",
        (prefix, module) -> {
          putAll(all, prefix, module.parameters);
          module.buffers.forEach(
              (name, buffer) -> {
                if (!module.unsaved.contains(name)) {
                  all.put(prefix + name, buffer);
                }
              });
        });
    return all;
  }

  /// Copies the values into this module's parameters and buffers. Names and shapes must match
  /// exactly.
  public final void load(Map<String, Tensor> state) {
    StateLoading.load(name(), stateDict(), state);
  }

  /// As live state a module is its state dict.
  @Override
  public final List<Part> parts() {
    var tensors = new LiveTensors(stateDict());
    live = tensors;
    return tensors.parts();
  }

  /// Buffers, which change in the forward pass; parameters of a prepared model change only in steps
  /// of its optimizer.
  @Override
  public final List<Part> restless() {
    if (!steady.getAsBoolean()) {
      return parts();
    }
    Map<String, Tensor> buffers = new LinkedHashMap<>(stateDict());
    buffers.keySet().removeAll(namedParameters().keySet());
    return new LiveTensors(buffers).parts();
  }

  /// Says whether parameters change only in commits.
  public final void changesOnlyInCommits(BooleanSupplier when) {
    steady = when;
  }

  @Override
  public final void restored() {
    if (live != null) {
      live.restored();
    }
  }

  /// Training mode for this module and those below it: dropout drops, batch norm uses the batch.
  public final void train() {
    mode(true);
  }

  /// Evaluation mode for this module and those below it.
  public final void eval() {
    mode(false);
  }

  /// Whether it is in training mode, as modules are at first.
  public final boolean isTraining() {
    return training;
  }

  /// Moves parameters and buffers to a device; they stay the same tensors.
  public final void to(Device device) {
    Moving.toDevice(this, device);
  }

  /// Changes the type of floating-point parameters and buffers; they stay the same tensors.
  public final void to(ScalarType type) {
    Moving.toType(this, type);
  }

  /// Moves to a device and changes the type.
  public final void to(Device device, ScalarType type) {
    to(type);
    to(device);
  }

  /// A table of the parts and their parameters; with the shape of an input, also the shape of the
  /// output.
  public final String summary(long... inputShape) {
    if (inputShape.length == 0) {
      return Summary.of(this, null);
    }
    try (var _ = new PointerScope()) {
      return Summary.of(this, torch.zeros(inputShape));
    }
  }

  /// A table of the parts, their parameters, and the shape of the output for this input.
  public final String summary(Tensor example) {
    return Summary.of(this, Lifetime.alive(example, "the example for a summary"));
  }

  /// Takes all parameters out of training.
  public final void freeze() {
    parameters().forEach(parameter -> parameter.set_requires_grad(false));
  }

  /// A parameter or buffer as an argument of operators, made once for the module's life.
  protected static TensorOptional optional(Tensor tensor) {
    return Lifetime.keep(new TensorOptional(tensor));
  }

  /// What a summary says about this module besides its name.
  String details() {
    return "";
  }

  /// The class's name, for messages.
  String name() {
    return getClass().getSimpleName();
  }

  private void mode(boolean newTraining) {
    setMode(newTraining);
    children.values().forEach(child -> child.mode(newTraining));
  }

  /// The mode of this module alone.
  final void setMode(boolean newTraining) {
    training = newTraining;
    modeChanged(newTraining);
  }

  /// For modules that have to tell someone.
  void modeChanged(boolean newTraining) {}

  /// A parameter of a module that is not ours, under its dotted name; whether it is trained stays
  /// as it is.
  final void adoptParameter(String name, Tensor tensor) {
    parameters.put(name, Lifetime.keepTensor(tensor));
  }

  final void adoptBuffer(String name, Tensor tensor) {
    buffers.put(name, Lifetime.keepTensor(tensor));
  }

  final Collection<Tensor> ownParameters() {
    return parameters.values();
  }

  private void walk(String prefix, BiConsumer<String, Module> visitor) {
    visitor.accept(prefix, this);
    children.forEach((name, child) -> child.walk(prefix + name + ".", visitor));
  }

  private static void putAll(Map<String, Tensor> all, String prefix, Map<String, Tensor> some) {
    some.forEach((name, tensor) -> all.put(prefix + name, tensor));
  }

  private Tensor kept(String name, Tensor initial) {
    Lifetime.alive(initial, "the tensor for '" + name + "' of " + name());
    return Lifetime.keepTensor(initial.is_leaf() ? initial : initial.detach());
  }

  private void requireFree(String name) {
    if (name.isEmpty() || name.contains(".")) {
      throw new IllegalArgumentException("'" + name + "' is not a name for a part of " + name());
    }
    if (parameters.containsKey(name) || buffers.containsKey(name) || children.containsKey(name)) {
      throw new IllegalArgumentException(name() + " has a part '" + name + "' already");
    }
  }
}
