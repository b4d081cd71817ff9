package dev.manta.examples.torch;

import dev.manta.Result;
import dev.manta.examples.Demo;
import dev.manta.train.RunConfig;

/// `manta demo torch`
public final class TorchDemo implements Demo {
  @Override
  public String framework() {
    return "torch";
  }

  @Override
  public String runName() {
    return "digits-torch";
  }

  @Override
  public String source() {
    return "examples-torch/src/main/java/dev/manta/examples/torch/DigitsCnn.java";
  }

  @Override
  public Result fit(int workers, int epochs, RunConfig run) {
    return DigitsCnn.trainer(new DigitsCnn.Config(2e-3, 32, epochs), workers, run).fit();
  }
}
