package dev.manta.torch.internal.start;

import dev.manta.torch.internal.StepScope;
import dev.manta.torch.internal.flat.LiveTensors;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.SGD;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A very small training, so that a cache of classes knows what a training loads.
final class WarmUp {
  private WarmUp() {}

  static void run() {
    try (var scope = StepScope.open()) {
      var model = new Mlp(4, 3, 2);
      var adamw = new AdamW(model.parameters(), 1e-3);
      var sgd = new SGD(model.parameters(), 1e-3).momentum(0.9);
      for (int step = 0; step < 2; step++) {
        Tensor loss =
            Losses.crossEntropy(model.call(torch.rand(2, 4)), torch.zeros(2).to(ScalarType.Long));
        loss.backward();
        adamw.step();
        sgd.step();
        sgd.zeroGrad();
        assert loss.item_float() >= 0;
        scope.advance();
      }
      new LiveTensors(model.stateDict()).parts();
    }
  }
}
