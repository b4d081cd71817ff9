package dev.manta.xgboost;

import dev.manta.tabular.TableSchema;
import dev.manta.train.Copied;
import dev.manta.train.Metrics;
import dev.manta.xgboost.internal.booster.Answers;
import dev.manta.xgboost.internal.booster.GlobalCurveAreas;
import dev.manta.xgboost.internal.booster.NativeBooster;
import dev.manta.xgboost.internal.booster.Question;
import dev.manta.xgboost.internal.booster.RoundScores;
import dev.manta.xgboost.internal.booster.SavingRule;
import dev.manta.xgboost.internal.booster.TreeUpdaters;
import dev.manta.xgboost.internal.matrix.RowMatrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A model that ranks train together, round by round. It is live state: a killed rank costs no
/// round that was committed, and each snapshot has the model as `model.ubj`.
public final class Booster implements Copied, AutoCloseable {
  private final Map<String, String> parameters;
  private final List<RowMatrix> matrices;
  private final TableSchema schema;
  private final Runnable meeting;
  private final GlobalCurveAreas areas;
  private NativeBooster booster;
  private SavingRule saving = SavingRule.always();
  private byte @Nullable [] saved;
  private int savedRounds;

  /// @param meeting where ranks wait for each other before a round
  /// @param areas what corrects metrics that XGBoost averages over ranks
  Booster(
      Map<String, String> parameters,
      TableSchema schema,
      List<RowMatrix> matrices,
      Runnable meeting,
      GlobalCurveAreas areas) {
    this.meeting = meeting;
    this.areas = areas;
    this.parameters = Map.copyOf(parameters);
    this.schema = schema;
    this.matrices = List.copyOf(matrices);
    this.booster = opened();
    describe();
    booster.configure();
  }

  private NativeBooster opened() {
    NativeBooster opened = NativeBooster.of(matrices);
    opened.set(parameters);
    return opened;
  }

  private void describe() {
    booster.features("feature_name", schema.names());
    booster.features(
        "feature_type",
        schema.features().stream().map(each -> each.isCategorical() ? "c" : "q").toList());
  }

  /// How many rounds it has learned.
  public int rounds() {
    return booster.rounds();
  }

  /// Learns one more round; every rank calls it.
  public void update(DMatrix train) {
    begin();
    booster.update(rounds(), train.matrix());
  }

  /// Learns one more round of a loss of one's own; every rank calls it.
  public void update(DMatrix train, Objective objective) {
    begin();
    Answers margins = booster.predict(train.matrix(), Question.trainingMargins());
    float[] gradients = new float[margins.values().length];
    float[] hessians = new float[margins.values().length];
    objective.differentiate(margins.values(), train.labels(), gradients, hessians);
    try (Arena arena = Arena.ofConfined()) {
      booster.boost(
          rounds(),
          train.matrix(),
          margins.width(),
          memory(arena, gradients),
          memory(arena, hessians));
    }
  }

  /// XGBoost's own calls carry no word of a stop, of a change of size, or of a lost rank.
  private void begin() {
    meeting.run();
    if (TreeUpdaters.draw(parameters)) {
      TreeUpdaters.renew(booster, parameters);
    }
  }

  private static MemorySegment memory(Arena arena, float[] values) {
    return values.length == 0
        ? arena.allocate(ValueLayout.JAVA_FLOAT).asSlice(0, 0)
        : arena.allocateFrom(ValueLayout.JAVA_FLOAT, values);
  }

  /// XGBoost's metrics over the rows of all ranks, such as `train-logloss`; every rank calls it.
  public Metrics evaluate(DMatrix... rows) {
    List<RowMatrix> all = Stream.of(rows).map(DMatrix::matrix).toList();
    List<String> names = Stream.of(rows).map(DMatrix::name).toList();
    Map<String, Double> scores = RoundScores.parse(booster.evaluate(rounds() - 1, all, names));
    for (DMatrix each : rows) {
      areas.correct(scores, each.name(), booster, each.matrix(), each.table());
    }
    return Metrics.of(scores);
  }

  /// What the model predicts for this rank's rows; those of several outputs lie side by side.
  public float[] predict(DMatrix rows) {
    return booster.predict(rows.matrix(), Question.predictions(0)).values();
  }

  /// A note that is kept with the model, also where Python reads it.
  public void attribute(String name, String value) {
    saved = booster.attribute(name).filter(value::equals).isPresent() ? saved : null;
    booster.attribute(name, value);
  }

  /// The model as it is now, for predictions.
  public XGBoostModel model() {
    refresh();
    return XGBoostModel.of(save(), schema);
  }

  /// Lets what is saved lag behind by some rounds, for a loop that trains those again.
  void saving(SavingRule rule) {
    saving = rule;
  }

  /// What is saved is the model as it is now.
  void refresh() {
    int rounds = rounds();
    if (saved == null || savedRounds != rounds) {
      saved = booster.save("ubj");
      savedRounds = rounds;
    }
  }

  /// The model in XGBoost's binary format.
  @Override
  public byte[] save() {
    if (saved == null || saving.isDue(rounds() - savedRounds, saved.length)) {
      refresh();
    }
    return Objects.requireNonNull(saved);
  }

  @Override
  public void load(byte[] model) {
    booster.close();
    booster = NativeBooster.of(matrices);
    booster.load(model);
    booster.set(parameters);
    saved = model;
    savedRounds = rounds();
  }

  @Override
  public String ending() {
    return ".ubj";
  }

  @Override
  public void close() {
    booster.close();
  }
}
