package dev.manta.djl;

import dev.manta.djl.internal.start.DjlFramework;
import dev.manta.testkit.framework.FrameworkContract;
import dev.manta.train.Framework;

/// DJL.
final class DjlFrameworkContractTest extends FrameworkContract {
  @Override
  protected Framework framework() {
    return new DjlFramework();
  }
}
