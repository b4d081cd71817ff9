package dev.manta.python.internal.driver;

import dev.manta.Result;
import dev.manta.spi.json.JsonObject;

/// A call that reads what came of a run.
///
/// @param path the run's directory
record ResultCall(String path) implements DriverCall {
  @Override
  public JsonObject run() {
    return RunAnswer.of(Result.fromPath(path));
  }

  @Override
  public void cancel() {
    // It ends by itself within moments.
  }
}
