package dev.manta.torch.optim;

import dev.manta.torch.internal.ops.TensorArguments;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.IValue;

/// What one call of an operator updates: parameters of one group with their gradients and state, in
/// lists that run in step.
final class Slice {
  private final TensorArguments parameters = new TensorArguments();
  private final TensorArguments gradients = new TensorArguments();
  private final TensorArguments steps = new TensorArguments();
  private final List<TensorArguments> slots = new ArrayList<>();
  private final TensorArguments none = new TensorArguments();
  private boolean first;

  Slice(int slotCount) {
    for (int i = 0; i < slotCount; i++) {
      slots.add(new TensorArguments());
    }
  }

  TensorArguments parameters() {
    return parameters;
  }

  TensorArguments gradients() {
    return gradients;
  }

  TensorArguments steps() {
    return steps;
  }

  TensorArguments slot(int index) {
    return slots.get(index);
  }

  /// A slot that the optimizer may be without.
  IValue slotOrEmpty(int index) {
    return (index < slots.size() ? slots.get(index) : none).value();
  }

  /// Whether the optimizer has no slots at all.
  boolean isStateless() {
    return slots.isEmpty();
  }

  /// Whether its parameters are updated for the first time.
  boolean isFirst() {
    return first;
  }

  void first(boolean isFirst) {
    first = isFirst;
  }

  boolean isEmpty() {
    return parameters.isEmpty();
  }

  int size() {
    return parameters.size();
  }

  void clear() {
    parameters.clear();
    gradients.clear();
    steps.clear();
    slots.forEach(TensorArguments::clear);
  }
}
