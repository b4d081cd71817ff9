package dev.manta.lightgbm.internal.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.lightgbm.internal.boost.BinnedRows;
import dev.manta.tabular.TableSchema;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The model while it grows, and how far the run is: what survivors hold, so that a rank that dies
/// costs no round that was committed, and what checkpoints are made of.
final class LiveTraining {
  /// The name of the model's state, and with its ending that of its file.
  private static final String MODEL = "model";

  private static final String TABLE = "table";
  private static final String PROGRESS = "progress";

  private final ModelText model = new ModelText();
  private final JsonState<TrainingProgress> progress =
      new JsonState<>(TrainingProgress.class, TrainingProgress.none());

  private LiveTraining() {}

  /// Resumes from where the run stands, or from the checkpoint that it was told to begin with;
  /// every rank calls it.
  static LiveTraining restore(TrainContext<?> ctx, Randomness randomness, TableSchema schema) {
    var live = new LiveTraining();
    var table = new JsonState<>(TableSchema.class, schema);
    ctx.live(MODEL, live.model).live(TABLE, table).live(PROGRESS, live.progress);
    if (live.model.isEmpty()) {
      ctx.checkpoint().flatMap(LiveTraining::text).ifPresent(live::begin);
    }
    live.progress.set(live.progress.value().in(ctx.runName()));
    if (!live.model.isEmpty()) {
      requireSame(table.value(), schema);
      table.set(schema);
      requireSame(live.model.names(), BinnedRows.names(schema));
      live.continued(ctx, randomness);
    }
    return live;
  }

  /// A model that was not live state, such as one that Python wrote.
  private static Optional<String> text(Checkpoint checkpoint) {
    return checkpoint.asDirectory(LiveTraining::text);
  }

  private static Optional<String> text(Path directory) {
    try {
      return Optional.of(Files.readString(directory.resolve(MODEL + ".txt")));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void begin(String text) {
    model.append(text);
    progress.set(new TrainingProgress(model.rounds(), "", Map.of()));
  }

  private static void requireSame(TableSchema learned, TableSchema schema) {
    if (!learned.features().equals(schema.features())) {
      throw new IllegalArgumentException(
          "the checkpoint's model has other features than dataset \"train\": it has %s, the dataset has %s%s"
              .formatted(
                  String.join(", ", learned.names()),
                  String.join(", ", schema.names()),
                  learned.names().equals(schema.names()) ? " with other categories" : ""));
    }
  }

  /// The library reads as many numbers of a row as its model has features. Where those had no names
  /// it gave them some.
  private static void requireSame(List<String> learned, List<String> names) {
    boolean isNamed = !learned.stream().allMatch(name -> name.matches("Column_\\d+"));
    if (learned.size() != names.size() || (isNamed && !learned.equals(names))) {
      throw new IllegalArgumentException(
          "the checkpoint's model has other features than dataset \"train\": it has %s, the dataset has %s"
              .formatted(String.join(", ", learned), String.join(", ", names)));
    }
  }

  /// Goes back to a round after which the same trees grow as in an undisturbed run; that is the
  /// first one where later rounds depend on more than a model tells.
  private void continued(TrainContext<?> ctx, Randomness randomness) {
    if (!randomness.canContinue() && ctx.attempt() == 1 && ctx.reportedCheckpoints().isEmpty()) {
      throw new IllegalArgumentException(
          "with these parameters LightGBM cannot resume from a checkpoint: %s; start without startFrom(…), or change that"
              .formatted(randomness.obstacle()));
    }
    int rounds = progress.value().rounds();
    int start = randomness.canContinue() ? randomness.lastStart(rounds) : 0;
    if (start < rounds) {
      keep(start);
    }
  }

  ModelText model() {
    return model;
  }

  TrainingProgress progress() {
    return progress.value();
  }

  /// One more round was grown.
  void grown() {
    model.grow();
    progress.set(progress.value().next());
  }

  /// The metrics after a round, of which early stopping watches some.
  void watched(Map<String, Double> metrics, Map<String, Boolean> orders) {
    progress.set(progress.value().with(metrics, orders));
  }

  /// Drops all rounds but the first so many.
  void keep(int rounds) {
    model.keep(rounds);
    progress.set(progress.value().backTo(rounds));
  }
}
