package dev.manta.lightgbm;

import dev.manta.lightgbm.internal.start.LightGBMFramework;
import dev.manta.testkit.framework.FrameworkContract;
import dev.manta.train.Framework;

/// LightGBM.
class LightGBMFrameworkContractTest extends FrameworkContract {
  @Override
  protected Framework framework() {
    return new LightGBMFramework();
  }
}
