package dev.manta.examples.tensorflow;

import dev.manta.Result;
import dev.manta.examples.Demo;
import dev.manta.train.RunConfig;

/// `manta demo tensorflow`
public final class TensorflowDemo implements Demo {
  @Override
  public String framework() {
    return "tensorflow";
  }

  @Override
  public String runName() {
    return "digits-tensorflow";
  }

  @Override
  public String source() {
    return "examples-tensorflow/src/main/java/dev/manta/examples/tensorflow/DigitsCnn.java";
  }

  @Override
  public Result fit(int workers, int epochs, RunConfig run) {
    return DigitsCnn.trainer(new DigitsCnn.Config(5e-3, 32, epochs), workers, run).fit();
  }
}
