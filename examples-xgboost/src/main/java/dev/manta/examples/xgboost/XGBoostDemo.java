package dev.manta.examples.xgboost;

import dev.manta.Result;
import dev.manta.examples.Demo;
import dev.manta.train.RunConfig;

/// `manta demo xgboost`
public final class XGBoostDemo implements Demo {
  @Override
  public String framework() {
    return "xgboost";
  }

  @Override
  public String runName() {
    return "digits-xgboost";
  }

  @Override
  public String source() {
    return "examples-xgboost/src/main/java/dev/manta/examples/xgboost/DigitTrees.java";
  }

  @Override
  public Result fit(int workers, int epochs, RunConfig run) {
    return DigitTrees.trainer(epochs, workers, run).fit();
  }
}
