package dev.manta.testkit.framework;

import dev.manta.collective.Numerics;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A framework in plain Java that knows which threads are within a function, as native libraries
/// do.
public class CountingFramework implements Framework {
  private static final Set<Thread> WITHIN = ConcurrentHashMap.newKeySet();

  @Override
  public Entered enter(TrainContext<?> ctx) {
    if (!WITHIN.add(Thread.currentThread())) {
      throw new IllegalStateException(Thread.currentThread() + " has not left");
    }
    return CountingFramework::leave;
  }

  private static void leave() {
    if (!WITHIN.remove(Thread.currentThread())) {
      throw new IllegalStateException(Thread.currentThread() + " has not entered");
    }
  }

  @Override
  public void warm() {}

  @Override
  public void rehearse(TrainContext<?> ctx) {
    double[] weights = {0};
    ctx.live("counting.weights", weights);
    weights[0] += ctx.attempt();
  }

  @Override
  public Map<String, String> environment(Numerics numerics) {
    return Map.of("COUNTING_THREADS", Integer.toString(numerics.threads()));
  }
}
