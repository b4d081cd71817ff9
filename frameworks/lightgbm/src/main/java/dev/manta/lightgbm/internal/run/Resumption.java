package dev.manta.lightgbm.internal.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.tabular.TableSchema;
import dev.manta.train.TrainContext;
import java.util.List;
import java.util.Optional;

/// What a run goes on from: what survivors hold, a checkpoint, or nothing.
final class Resumption {
  private static final String NAME = "manta.lightgbm";

  private final TrainContext<?> ctx;
  private final Randomness randomness;
  private final LiveTraining live = new LiveTraining();

  private Resumption(TrainContext<?> ctx, Randomness randomness) {
    this.ctx = ctx;
    this.randomness = randomness;
  }

  /// The state of the run, restored as far as it can be; every rank calls it.
  static LiveTraining restore(TrainContext<?> ctx, Randomness randomness, TableSchema schema) {
    var resumption = new Resumption(ctx, randomness);
    if (randomness.canContinue()) {
      ctx.live(NAME, resumption.live);
    }
    if (resumption.live.model().isEmpty()) {
      resumption.checkpoint().ifPresent(from -> resumption.load(from, schema));
    }
    resumption.align();
    return resumption.live;
  }

  /// What cannot be continued begins again with what the run itself began with.
  private Optional<Checkpoint> checkpoint() {
    return randomness.canContinue() || ctx.reportedCheckpoints().isEmpty()
        ? ctx.checkpoint()
        : Optional.empty();
  }

  private void load(Checkpoint checkpoint, TableSchema schema) {
    ModelFiles files = ModelFiles.read(checkpoint);
    List<String> known = files.schema().names();
    if (!files.schema().equals(schema)) {
      throw new IllegalArgumentException(
          "the checkpoint's model has other features than dataset \"train\": it has %s, the dataset %s%s"
              .formatted(
                  String.join(", ", known),
                  String.join(", ", schema.names()),
                  known.equals(schema.names()) ? ", with other categories" : ""));
    }
    live.become(ModelText.parse(files.text()), files.progress());
  }

  /// Goes back to a round that can be continued.
  private void align() {
    int rounds = live.progress().rounds();
    int start = randomness.lastStart(rounds);
    if (start < rounds) {
      live.model().keep(live.model().count() / rounds * start);
      live.become(live.model(), live.progress().backTo(start));
    }
  }
}
