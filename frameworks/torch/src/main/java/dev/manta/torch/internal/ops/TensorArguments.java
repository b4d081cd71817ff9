package dev.manta.torch.internal.ops;

import dev.manta.torch.internal.Lifetime;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorList;

/// A list of tensors as an argument of operators, made once and changed in place.
public final class TensorArguments {
  private final TensorList list = Lifetime.keep(new TensorList());
  private final IValue value = Lifetime.keep(argument(list));
  private final List<Tensor> tensors = new ArrayList<>();

  /// Both kinds of list are one pointer to the same elements; the tag of the elements' type comes
  /// along.
  private static IValue argument(TensorList list) {
    return new IValue(new GenericList((Pointer) list));
  }

  public void add(Tensor tensor) {
    list.push_back(tensor);
    tensors.add(tensor);
  }

  /// Lets go of the tensors.
  public void clear() {
    list.clear();
    tensors.clear();
  }

  public Tensor get(int index) {
    return tensors.get(index);
  }

  public int size() {
    return tensors.size();
  }

  public boolean isEmpty() {
    return tensors.isEmpty();
  }

  public IValue value() {
    return value;
  }
}
