package dev.manta.torch.internal;

import java.util.Arrays;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.JitObject;
import org.bytedeco.pytorch.Module;
import org.bytedeco.pytorch.Optimizer;
import org.bytedeco.pytorch.Tensor;

/// Frees what was made in it, except modules and optimizers of JavaCPP: those live as long as Java
/// holds them.
public final class TensorScope extends PointerScope {
  private Pointer[] pointers = new Pointer[64];
  private int count;

  /// Opens a scope on this thread.
  public TensorScope() {}

  @Override
  public PointerScope attach(Pointer pointer) {
    if (pointer instanceof Tensor || !livesLonger(pointer)) {
      push(pointer);
      pointer.retainReference();
    }
    return this;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // this very pointer, not another one to the same address
  public PointerScope detach(Pointer pointer) {
    for (int i = count - 1; i >= 0; i--) {
      if (pointers[i] == pointer) {
        System.arraycopy(pointers, i + 1, pointers, i, --count - i);
        pointer.releaseReference();
        return this;
      }
    }
    return this;
  }

  /// Takes the scope off the thread's stack but keeps what it holds until it is closed.
  void leave() {
    super.close();
  }

  /// Frees what the scope holds, the newest first.
  @Override
  public void close() {
    deallocate();
    super.close();
  }

  @Override
  public void deallocate() {
    for (int i = count - 1; i >= 0; i--) {
      pointers[i].releaseReference();
    }
    Arrays.fill(pointers, 0, count, null);
    count = 0;
  }

  private void push(Pointer pointer) {
    if (count == pointers.length) {
      pointers = Arrays.copyOf(pointers, 2 * count);
    }
    pointers[count++] = pointer;
  }

  private static boolean livesLonger(Pointer pointer) {
    return pointer instanceof Module
        || pointer instanceof JitObject
        || pointer instanceof Optimizer;
  }
}
