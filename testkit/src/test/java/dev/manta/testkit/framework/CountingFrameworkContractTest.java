package dev.manta.testkit.framework;

import dev.manta.train.Framework;

/// A framework in plain Java.
final class CountingFrameworkContractTest extends FrameworkContract {
  @Override
  protected Framework framework() {
    return new CountingFramework();
  }
}
