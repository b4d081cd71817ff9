package dev.manta.torch.nn;

import java.util.Iterator;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// A list of modules, named `0`, `1`, … as in PyTorch; its forward runs them one after the other.
public final class ModuleList<M extends Module> extends Module implements Iterable<M> {
  private final List<M> modules;

  /// These modules, in this order.
  public ModuleList(List<M> modules) {
    this.modules = List.copyOf(modules);
    for (int i = 0; i < modules.size(); i++) {
      add(Integer.toString(i), modules.get(i));
    }
  }

  /// One of them.
  public M get(int index) {
    return modules.get(index);
  }

  /// How many there are.
  public int size() {
    return modules.size();
  }

  @Override
  public Iterator<M> iterator() {
    return modules.iterator();
  }

  @Override
  public Tensor forward(Tensor x) {
    Tensor at = x;
    for (int i = 0; i < modules.size(); i++) {
      at = modules.get(i).forward(at);
    }
    return at;
  }
}
