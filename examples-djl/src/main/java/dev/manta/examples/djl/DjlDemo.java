package dev.manta.examples.djl;

import dev.manta.Result;
import dev.manta.examples.Demo;
import dev.manta.train.RunConfig;

/// `manta demo djl`
public final class DjlDemo implements Demo {
  @Override
  public String framework() {
    return "djl";
  }

  @Override
  public String runName() {
    return "digits-djl";
  }

  @Override
  public String source() {
    return "examples-djl/src/main/java/dev/manta/examples/djl/DigitsCnn.java";
  }

  @Override
  public Result fit(int workers, int epochs, RunConfig run) {
    return DigitsCnn.trainer(new DigitsCnn.Config(2e-3f, 32, epochs), workers, run).fit();
  }
}
