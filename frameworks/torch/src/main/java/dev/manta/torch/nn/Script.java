package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.NamedTensor;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// A TorchScript module, such as `torch.jit.script(model).save("model.pt")` writes in Python, as a
/// part of the tree.
public final class Script extends Module {
  private final JitModule module;

  private Script(JitModule module) {
    this.module = Lifetime.keep(module);
    try (var _ = new PointerScope()) {
      adoptParameters();
      adoptBuffers();
    }
  }

  /// A script that is loaded already.
  public static Script of(JitModule module) {
    return new Script(module);
  }

  /// Reads a TorchScript file.
  public static Script load(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          file + " is not a file; torch.jit.save writes one in Python");
    }
    Natives.load();
    try (var _ = new PointerScope()) {
      return new Script(torch.load(file.toString()));
    }
  }

  @Override
  public Tensor forward(Tensor x) {
    return call(new IValue(x));
  }

  /// For scripts with several inputs.
  public Tensor call(IValue... inputs) {
    IValue out = module.forward(new IValueVector(inputs));
    if (!out.isTensor()) {
      throw new IllegalStateException(
          "the script returned " + out.tagKind().getString() + " where one tensor is needed");
    }
    return new Tensor(out.toTensor());
  }

  @Override
  void modeChanged(boolean training) {
    module.train(training);
  }

  private void adoptParameters() {
    var list = module.named_parameters();
    var at = list.begin();
    for (long i = 0; i < list.size(); i++, at.increment()) {
      NamedTensor named = at.multiply();
      adoptParameter(named.name().getString(), named.value());
    }
  }

  private void adoptBuffers() {
    var list = module.named_buffers();
    var at = list.begin();
    for (long i = 0; i < list.size(); i++, at.increment()) {
      NamedTensor named = at.multiply();
      adoptBuffer(named.name().getString(), named.value());
    }
  }
}
