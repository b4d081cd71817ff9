package dev.manta.lightgbm;

import dev.manta.lightgbm.internal.boost.NativeScope;
import dev.manta.lightgbm.internal.run.GrowingModel;
import dev.manta.lightgbm.internal.run.LightGBMSessions;
import dev.manta.lightgbm.internal.run.RunParameters;
import dev.manta.lightgbm.internal.run.Tables;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.train.TrainContext;
import java.util.List;

/// LightGBM for one training function, whose ranks talk by the run's collectives. For loops,
/// objectives and metrics of one's own; [LightGBMTrainer] has a loop of its own.
///
/// It is used by the function's own thread, and what it has opened is freed when the function ends.
public final class LightGBM {
  private final TrainContext<?> ctx;
  private final Json parameters;
  private final long memoryMax;

  private LightGBM(TrainContext<?> ctx, Json parameters, long memoryMax) {
    this.ctx = ctx;
    this.parameters = parameters;
    this.memoryMax = memoryMax;
  }

  /// LightGBM for this function, whose config is LightGBM's parameters.
  public static LightGBM of(TrainContext<?> ctx) {
    return of(ctx, ctx.config());
  }

  /// LightGBM for this function.
  ///
  /// @param parameters LightGBM's, as a record or a map: `numLeaves` is `num_leaves`; the objective
  ///   is `none` where rounds are grown by an [Objective]
  public static LightGBM of(TrainContext<?> ctx, Object parameters) {
    Json given = Bind.write(parameters);
    RunParameters.ofUser(given);
    return new LightGBM(ctx, given, Table.memoryShare(ctx));
  }

  /// The same where a rank's rows of a dataset take at most so many bytes of memory; what exceeds
  /// them lies on disk.
  public LightGBM memory(long bytes) {
    return new LightGBM(ctx, parameters, bytes);
  }

  /// A model to train, registered as live state: what was learned before is restored here. Every
  /// rank calls it; rows that an attempt before has read are not read again.
  ///
  /// @param datasets what it learns from, and then those that it is scored with
  public LightGBMBooster booster(TableRoles roles, String... datasets) {
    if (datasets.length == 0) {
      throw new IllegalArgumentException("name the dataset to learn from");
    }
    NativeScope scope = LightGBMSessions.of(ctx);
    Tables tables = scope.own(Tables.read(ctx, List.of(datasets), roles, memoryMax));
    return new LightGBMBooster(new GrowingModel(ctx, tables, parameters, scope));
  }
}
