package dev.manta.torch.internal.start;

import dev.manta.testkit.framework.FrameworkContract;
import dev.manta.train.Framework;

// region: contract
/// PyTorch.
final class TorchFrameworkContractTest extends FrameworkContract {
  @Override
  protected Framework framework() {
    return new TorchFramework();
  }
}
// endregion
