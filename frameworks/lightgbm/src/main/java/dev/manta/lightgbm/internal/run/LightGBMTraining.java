package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.NativeScope;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.train.TrainContext;
import java.util.ArrayList;
import java.util.List;

/// The training function of `LightGBMTrainer`.
public final class LightGBMTraining {
  private LightGBMTraining() {}

  /// Grows the rounds that are still to do.
  public static void train(TrainContext<LightGBMSettings> ctx) {
    LightGBMSettings settings = ctx.config();
    TableRoles roles = settings.roles().orElseThrow();
    long memory = settings.memory().orElseGet(() -> Table.memoryShare(ctx));
    List<String> datasets = new ArrayList<>(List.of(Tables.TRAIN));
    datasets.addAll(settings.validation());
    try (Tables tables = Tables.read(ctx, datasets, roles, memory);
        NativeScope scope = new NativeScope()) {
      new RoundLoop(ctx, new GrowingModel(ctx, tables, settings.parameters(), scope)).run();
    }
  }
}
