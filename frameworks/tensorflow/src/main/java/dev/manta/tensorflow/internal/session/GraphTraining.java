package dev.manta.tensorflow.internal.session;

import dev.manta.tensorflow.internal.TensorMemory;
import dev.manta.tensorflow.internal.graph.GradientVector;
import dev.manta.tensorflow.internal.graph.Update;
import dev.manta.tensorflow.optim.Optimizer;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.types.TFloat32;

/// Gradients and updates that were added to a graph.
final class GraphTraining implements Training {
  private final TensorflowSession session;
  private final GradientVector gradients;
  private final Update update;
  private final Optimizer optimizer;
  private long steps;

  GraphTraining(
      TensorflowSession session, GradientVector gradients, Update update, Optimizer optimizer) {
    this.session = session;
    this.gradients = gradients;
    this.update = update;
    this.optimizer = optimizer;
  }

  @Override
  public long size() {
    return gradients.size();
  }

  @Override
  public void compute(Feeds feeds, Consumer<MemorySegment> vector) {
    session.randomness(feeds, steps);
    try (Result result = feeds.into(session.runner()).fetch(gradients.own()).run()) {
      vector.accept(TensorMemory.of(result.get(0)));
    }
  }

  @Override
  public void apply(TFloat32 averaged, double learningRate) {
    try (var feeds = new Feeds()) {
      feeds.own(update.learningRate().asOutput(), TFloat32.scalarOf((float) learningRate));
      if (optimizer instanceof Optimizer.Adam adam) {
        feeds.own(update.powers().get(0).asOutput(), power(adam.beta1()));
        feeds.own(update.powers().get(1).asOutput(), power(adam.beta2()));
      }
      Session.Runner runner = feeds.into(session.runner()).feed(gradients.averaged(), averaged);
      update.targets().forEach(runner::addTarget);
      runner.run().close();
    }
    steps++;
  }

  private TFloat32 power(double beta) {
    return TFloat32.scalarOf((float) Math.pow(beta, steps + 1.0));
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public void standsAt(long count) {
    steps = count;
  }
}
