package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.TwiceOwned;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.StringTensorDict;
import org.bytedeco.pytorch.Tensor;

/// A JavaCPP module of the user's own as a part of the tree: its parameters and buffers under its
/// names.
///
/// The user keeps its children in fields, as JavaCPP demands. A model with JavaCPP's
/// `BatchNorm*Impl`, `Dropout*Impl`, pooling or padding classes is never freed, because the JVM
/// would crash; those of this package do not have that problem.
public final class JavaCppModule extends Module {
  private final org.bytedeco.pytorch.Module module;
  private final UnaryOperator<Tensor> forward;

  private JavaCppModule(org.bytedeco.pytorch.Module module, UnaryOperator<Tensor> forward) {
    this.module = Lifetime.keep(module);
    this.forward = forward;
    TwiceOwned.hold(module);
    try (var _ = new PointerScope()) {
      each(module.named_parameters(), this::adoptParameter);
      each(module.named_buffers(), this::adoptBuffer);
    }
  }

  /// Takes a module and its forward function: `JavaCppModule.of(net, net::forward)`.
  public static JavaCppModule of(
      org.bytedeco.pytorch.Module module, UnaryOperator<Tensor> forward) {
    return new JavaCppModule(module, forward);
  }

  @Override
  public Tensor forward(Tensor x) {
    return forward.apply(x);
  }

  @Override
  void modeChanged(boolean training) {
    module.train(training);
  }

  @Override
  String name() {
    return module.getClass().getSimpleName();
  }

  private static void each(StringTensorDict tensors, BiConsumer<String, Tensor> action) {
    for (long i = 0; i < tensors.size(); i++) {
      var item = tensors.get(i);
      action.accept(item.key().getString(), item.value());
    }
  }
}
