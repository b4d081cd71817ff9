package dev.manta.xgboost.internal.start;

import dev.manta.testkit.framework.FrameworkContract;
import dev.manta.train.Framework;

/// XGBoost.
final class XGBoostFrameworkContractTest extends FrameworkContract {
  @Override
  protected Framework framework() {
    return new XGBoostFramework();
  }
}
