package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Gated recurrent units over `[batch, time, values]`.
public final class GRU extends Recurrent {
  /// What it computed.
  ///
  /// @param values for every position, `[batch, time, hidden]`
  /// @param hidden the last state of every layer
  public record Output(Tensor values, Tensor hidden) {}

  /// One layer of this width.
  public GRU(long in, long hidden) {
    this(in, Layers.of(hidden));
  }

  /// Layers over inputs of this width.
  public GRU(long in, Layers layers) {
    super(3, in, layers);
  }

  @Override
  public Tensor forward(Tensor x) {
    return run(x, noState(x)).values();
  }

  /// Runs from a state that is given.
  public Output run(Tensor x, Tensor hiddenState) {
    var out =
        torch.gru(x, hiddenState, weights, true, layers, dropout, isTraining(), bothWays, true);
    return new Output(Lifetime.outOf(out, out.get0()), Lifetime.outOf(out, out.get1()));
  }
}
