package dev.manta.djl.internal.train;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.TrainingConfig;
import dev.manta.train.TrainContext;
import java.util.Arrays;
import java.util.List;

/// Makes a model's trainer one of all ranks.
public final class Preparation {
  private Preparation() {}

  /// A trainer whose model has rank 0's first values, or those that the run resumes from.
  public static RankTrainer prepare(
      DjlSession session, Model model, TrainingConfig config, Shape... inputs) {
    requireBlock(model, inputs);
    requireHost(config.getDevices());
    thaw(model, config);
    RankTrainer trainer = RankTrainer.of(model, config, session);
    if (inputs.length > 0) {
      trainer.initializeAlone(inputs);
    }
    join(session, trainer, config);
    return trainer;
  }

  private static void requireBlock(Model model, Shape... inputs) {
    if (model.getBlock() == null) {
      throw new IllegalArgumentException(
          "model \"%s\" has no block: call model.setBlock(block) before djl.prepare"
              .formatted(model.getName()));
    }
    if (inputs.length == 0 && !model.getBlock().isInitialized()) {
      throw new IllegalArgumentException(
          "model \"%s\" has no parameters yet: say what shape its inputs have, djl.prepare(model, config, new Shape(1, 64))"
              .formatted(model.getName()));
    }
  }

  private static void requireHost(Device[] devices) {
    if (devices.length != 1 || !devices[0].equals(Device.cpu())) {
      throw new IllegalArgumentException(
          "a rank trains on one CPU device, not on %s: leave out optDevices(…); models of dev.manta.torch train on GPUs"
              .formatted(Arrays.toString(devices)));
    }
  }

  /// What a model does for a trainer that it makes: parameters that were loaded are trained, and
  /// the config's initializers are theirs.
  private static void thaw(Model model, TrainingConfig config) {
    model.newTrainer(new ListenedConfig(config, List.of())).close();
  }

  private static void join(DjlSession session, RankTrainer trainer, TrainingConfig config) {
    TrainContext<?> ctx = session.ctx();
    TrainedModel model = TrainedModel.of(trainer.getModel(), session.memory());
    trainer.train(model);
    Replica.defineGradients(model, session.memory(), trainer::newGradientCollector);
    if (ctx.worldSize() > 1) {
      var replica = new Replica(ctx.collectives(), model);
      replica.begin();
      trainer.averageBy(replica);
    }
    int number = session.add(trainer);
    var optimizer = OptimizerState.of(config.getOptimizer(), model, session);
    session.whenUsed(optimizer::updated);
    ctx.live(name("model", number), new ModelState(model, session::commitsSteps));
    ctx.live(name("optimizer", number), optimizer);
    session.beginStep();
  }

  private static String name(String what, int number) {
    return number == 1 ? what : what + "-" + number;
  }
}
