package dev.manta.lightgbm.internal.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.lightgbm.internal.boost.NativeScope;
import dev.manta.lightgbm.internal.boost.Parameters;
import dev.manta.spi.json.Json;
import dev.manta.train.TrainContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A model that all ranks grow together, round by round: the native side of it, and the live state
/// that follows.
public final class GrowingModel {
  private static final Set<String> NO_OBJECTIVE = Set.of("none", "null", "custom", "na");

  private final TrainContext<?> ctx;
  private final Tables tables;
  private final TrainingSession session;
  private final LiveTraining live;
  private final CommitPace pace;
  private final boolean continues;
  private final String objective;

  /// Resumes from where the run stands; every rank calls it.
  ///
  /// @param given LightGBM's parameters, as the user gave them
  /// @param scope closed when the function ends
  public GrowingModel(TrainContext<?> ctx, Tables tables, Json given, NativeScope scope) {
    this.ctx = ctx;
    this.tables = tables;
    Parameters parameters = RunParameters.of(ctx, given, tables.schema());
    tables.requireLabels(parameters);
    this.live = LiveTraining.restore(ctx, new Randomness(parameters), tables.schema());
    this.session = new TrainingSession(ctx, scope, tables, parameters, live.model());
    this.continues = new Randomness(parameters).canContinue();
    this.objective = parameters.get("objective", "regression");
    this.pace = new CommitPace(ctx.collectives());
    live.model().follow(session::text);
    scope.own(live.model()::leave);
  }

  /// How many rounds it has grown.
  public int rounds() {
    return live.progress().rounds();
  }

  /// Grows one more round; false where no leaf can be split any more.
  public boolean grow() {
    return grown(session.grow(rounds()));
  }

  /// The same by derivatives of a loss of one's own.
  public boolean grow(Derivatives derivatives) {
    if (!NO_OBJECTIVE.contains(objective)) {
      throw new IllegalArgumentException(
          "the objective is LightGBM's %s: set the parameter objective to none where rounds are grown by one of your own"
              .formatted(objective));
    }
    return grown(session.grow(rounds(), derivatives));
  }

  /// Where not even the first round has a split, the library leaves a model of one answer.
  private boolean grown(boolean isSplit) {
    if (isSplit || rounds() == 0) {
      live.grown();
    }
    return isSplit;
  }

  /// The metrics of all datasets over all ranks, by names such as `valid-auc`; every rank calls it.
  public Map<String, Double> metrics() {
    return session.metrics();
  }

  /// Watches metrics for early stopping, after a round.
  ///
  /// @param only the one that is watched; all of the datasets that are scored where it is empty
  void watch(Map<String, Double> metrics, Optional<String> only) {
    Map<String, Boolean> orders = new LinkedHashMap<>(session.orders(only.isEmpty()));
    only.ifPresent(
        name -> {
          if (!orders.containsKey(name)) {
            throw new IllegalArgumentException(
                "early stopping watches \"%s\", but each round reports %s; name one of those"
                    .formatted(name, String.join(", ", orders.keySet())));
          }
          orders.keySet().retainAll(Set.of(name));
        });
    live.watched(metrics, orders);
  }

  /// The best round of a metric that has not improved for so many rounds.
  Optional<TrainingProgress.Best> stalled(int patience) {
    return live.progress().stalled(patience);
  }

  /// The best round of the first metric that is watched.
  Optional<TrainingProgress.Best> best() {
    return live.progress().first();
  }

  /// Drops all rounds but the first so many; nothing grows after that.
  void keep(int rounds) {
    live.keep(rounds);
  }

  /// What the model says of each of this rank's rows of a dataset, class after class: the raw score
  /// where the objective is one's own, else the prediction.
  public double[] scores(String dataset) {
    return session.scores(dataset);
  }

  /// The rows of all datasets on this rank.
  public Tables tables() {
    return tables;
  }

  /// The model in LightGBM's text format.
  public String text() {
    return live.model().text();
  }

  /// Commits now and then, as often as costs little; what cannot resume in its middle never does.
  void commit() {
    if (continues && pace.isDue(rounds())) {
      pace.make(ctx::commit);
    }
  }

  /// A checkpoint, once all ranks have the same model; every rank calls it.
  public Checkpoint checkpoint() {
    SameModels.require(ctx, live.model().digest());
    return ctx.snapshot();
  }
}
