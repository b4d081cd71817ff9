package dev.manta.djl.internal.train;

import ai.djl.Device;
import ai.djl.nn.Parameter;
import ai.djl.training.TrainingConfig;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.initializer.Initializer;
import ai.djl.training.listener.TrainingListener;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.util.PairList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;

/// A user's training config with other listeners.
///
/// @param given the user's own, which stays as it is
record ListenedConfig(TrainingConfig given, List<TrainingListener> listeners)
    implements TrainingConfig {
  /// One more listener, which hears first.
  static ListenedConfig first(TrainingListener first, TrainingConfig given) {
    List<TrainingListener> all = new ArrayList<>();
    all.add(first);
    all.addAll(given.getTrainingListeners());
    return new ListenedConfig(given, all);
  }

  @Override
  public Device[] getDevices() {
    return given.getDevices();
  }

  @Override
  public PairList<Initializer, Predicate<Parameter>> getInitializers() {
    return given.getInitializers();
  }

  @Override
  public Optimizer getOptimizer() {
    return given.getOptimizer();
  }

  @Override
  public Loss getLossFunction() {
    return given.getLossFunction();
  }

  @Override
  public ExecutorService getExecutorService() {
    return given.getExecutorService();
  }

  @Override
  public List<Evaluator> getEvaluators() {
    return given.getEvaluators();
  }

  @Override
  public List<TrainingListener> getTrainingListeners() {
    return listeners;
  }
}
