package dev.manta.torch.internal.flat;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Makes the gradients of a prepared model the group's. One per model; optimizers call it.
public interface Averaging {
  /// Backward is about to begin from this loss; reducers of PyTorch's own want to know.
  default void beforeBackward(Tensor loss) {}

  /// What an error in backward means; reducers of PyTorch's own do not say when a rank is lost.
  default RuntimeException explain(RuntimeException error) {
    return error;
  }

  /// Averages over ranks, unless that was done since the last update.
  void average();

  /// Whether every parameter has a gradient and all lie in flat memory.
  boolean isFlat();

  /// The gradients of a block after averaging; always the same tensor.
  Tensor gradients(FlatBlock block);

  /// The parameters that are averaged.
  List<FlatBlock> blocks();

  /// An update has used the gradients.
  void used();
}
