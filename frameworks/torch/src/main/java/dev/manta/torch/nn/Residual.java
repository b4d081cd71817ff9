package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;

/// `body(x) + shortcut(x)`; without a shortcut, `body(x) + x`.
public final class Residual extends Module {
  private final Module body;
  private final Module shortcut;

  /// Adds the input itself.
  public Residual(Module body) {
    this(body, new Identity());
  }

  /// Adds what the shortcut makes of the input.
  public Residual(Module body, Module shortcut) {
    this.body = add("body", body);
    this.shortcut = add("shortcut", shortcut);
  }

  @Override
  public Tensor forward(Tensor x) {
    return body.forward(x).add(shortcut.forward(x));
  }
}
