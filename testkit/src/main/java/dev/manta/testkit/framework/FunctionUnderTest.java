package dev.manta.testkit.framework;

import dev.manta.train.TrainContext;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/// The training function of runs within this process: does what a test says, with a real context
/// and on a real function's thread.
public final class FunctionUnderTest {
  private static final AtomicReference<Body> BODY = new AtomicReference<>();

  private FunctionUnderTest() {}

  /// What a function does.
  interface Body {
    void run(TrainContext<String> ctx) throws Exception;
  }

  static void becomes(Body body) {
    BODY.set(body);
  }

  static void call(TrainContext<String> ctx) throws Exception {
    Objects.requireNonNull(BODY.get()).run(ctx);
  }
}
