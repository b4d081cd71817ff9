package dev.manta.examples.lightgbm;

import dev.manta.Result;
import dev.manta.examples.Demo;
import dev.manta.train.RunConfig;

/// `manta demo lightgbm`
public final class LightGBMDemo implements Demo {
  @Override
  public String framework() {
    return "lightgbm";
  }

  @Override
  public String runName() {
    return "digits-lightgbm";
  }

  @Override
  public String source() {
    return "examples-lightgbm/src/main/java/dev/manta/examples/lightgbm/DigitTrees.java";
  }

  @Override
  public Result fit(int workers, int epochs, RunConfig run) {
    return DigitTrees.trainer(epochs, workers, run).fit();
  }
}
