package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/// Long short-term memory over `[batch, time, values]`.
public final class LSTM extends Recurrent {
  /// What it computed.
  ///
  /// @param values for every position, `[batch, time, hidden]`
  /// @param hidden the last state of every layer
  /// @param cell the last cell of every layer
  public record Output(Tensor values, Tensor hidden, Tensor cell) {}

  /// One layer of this width.
  public LSTM(long in, long hidden) {
    this(in, Layers.of(hidden));
  }

  /// Layers over inputs of this width.
  public LSTM(long in, Layers layers) {
    super(4, in, layers);
  }

  @Override
  public Tensor forward(Tensor x) {
    return run(x).values();
  }

  /// From a state of zeros.
  public Output run(Tensor x) {
    Tensor zeros = noState(x);
    return run(x, zeros, zeros);
  }

  /// Runs from a state that is given.
  public Output run(Tensor x, Tensor hiddenState, Tensor cell) {
    var state = new TensorVector(hiddenState, cell);
    var out = torch.lstm(x, state, weights, true, layers, dropout, isTraining(), bothWays, true);
    return new Output(
        Lifetime.outOf(out, out.get0()),
        Lifetime.outOf(out, out.get1()),
        Lifetime.outOf(out, out.get2()));
  }
}
