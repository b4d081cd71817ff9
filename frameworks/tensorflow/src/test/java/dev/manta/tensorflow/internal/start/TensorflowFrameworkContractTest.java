package dev.manta.tensorflow.internal.start;

import dev.manta.testkit.framework.FrameworkContract;
import dev.manta.train.Framework;

/// TensorFlow.
final class TensorflowFrameworkContractTest extends FrameworkContract {
  @Override
  protected Framework framework() {
    return new TensorflowFramework();
  }
}
