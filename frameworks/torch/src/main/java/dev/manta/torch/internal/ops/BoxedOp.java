package dev.manta.torch.internal.ops;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;

/// One operator by its name. Used by one thread at a time: the stack of arguments is kept and
/// filled again for each call, as making native objects costs more than a small operator.
public final class BoxedOp {
  private final OperatorHandle handle;
  private final IValueVector stack = Lifetime.keep(new IValueVector());

  private BoxedOp(OperatorHandle handle) {
    this.handle = handle;
  }

  /// Such as `aten::_fused_adamw_`.
  public static BoxedOp named(String name) {
    Natives.load();
    return new BoxedOp(Lifetime.keep(Dispatcher.singleton().findSchemaOrThrow(name, "")));
  }

  /// Calls the operator; what it returns is dropped.
  public void call(IValue... arguments) {
    stack.put(arguments);
    handle.callBoxed(stack);
    stack.clear();
  }
}
