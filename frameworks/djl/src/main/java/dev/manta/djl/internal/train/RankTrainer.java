package dev.manta.djl.internal.train;

import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.TrainingConfig;
import dev.manta.djl.internal.train.TrainedModel.NamedParameter;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// DJL's trainer on one of several ranks: its step averages gradients over all of them, and is the
/// commit.
public final class RankTrainer extends Trainer {
  private final DjlSession session;
  private final EvaluatorMeans means;
  private Map<NamedParameter, Boolean> trained = Map.of();
  private Optional<Replica> replica = Optional.empty();

  private RankTrainer(
      Model model, TrainingConfig config, DjlSession session, EvaluatorMeans means) {
    super(model, config);
    this.session = session;
    this.means = means;
  }

  static RankTrainer of(Model model, TrainingConfig config, DjlSession session) {
    var means = new EvaluatorMeans(session.rows());
    return new RankTrainer(model, ListenedConfig.first(means, config), session, means);
  }

  /// What it trains from now on.
  void train(TrainedModel model) {
    trained =
        model.all().stream().collect(Collectors.toMap(each -> each, NamedParameter::isTrained));
  }

  private static void requireTrained(NamedParameter parameter, boolean was) {
    if (parameter.isTrained() != was) {
      throw new IllegalStateException(
          "parameter \"%s\" was %s after djl.prepare, and ranks would not agree on it: freeze and thaw before djl.prepare, and train what changes in a run of its own"
              .formatted(parameter.name(), was ? "frozen" : "thawed"));
    }
  }

  /// Averages gradients by this from now on.
  void averageBy(Replica other) {
    replica = Optional.of(other);
  }

  /// What this rank's evaluators have seen since they were asked last.
  public EvaluatorMeans means() {
    return means;
  }

  /// In a process whose threads are ranks they take turns: DJL collects gradients in one place.
  @Override
  public GradientCollector newGradientCollector() {
    return TurnCollector.await(
        () -> {
          session.beginPass();
          return super.newGradientCollector();
        });
  }

  /// Takes first values while no other rank of the process does.
  void initializeAlone(Shape... inputs) {
    TurnCollector.alone(
        () -> {
          session.seedFirstValues();
          initialize(inputs);
        });
  }

  @Override
  public void step() {
    trained.forEach(RankTrainer::requireTrained);
    replica.ifPresent(each -> each.average(weight()));
    session.update(super::step);
  }

  private double weight() {
    TurnCollector.requireOver();
    return session.rows().weight();
  }
}
