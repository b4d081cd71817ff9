package dev.manta.tabular;

import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Training functions that read tables and tell what they got.
public final class TablePrograms {
  private TablePrograms() {}

  /// @param memoryMax what rows may take in memory
  /// @param valid whether a second dataset is read with the features of the first
  record Config(TableRoles roles, long memoryMax, boolean valid) {}

  static void read(TrainContext<Config> ctx) {
    Config config = ctx.config();
    try (Table table = Table.read(ctx, "train", config.roles(), config.memoryMax())) {
      tell(ctx, "", table);
      if (config.valid()) {
        try (Table valid =
            Table.read(ctx, "valid", config.roles(), table.schema(), config.memoryMax())) {
          tell(ctx, "valid ", valid);
        }
      }
    }
  }

  /// Reads in two attempts, of which the second follows a roll-back.
  static void readTwice(TrainContext<Config> ctx) {
    Config config = ctx.config();
    try (Table table = Table.read(ctx, "train", config.roles(), config.memoryMax())) {
      long address = table.chunks().isEmpty() ? 0 : table.chunks().getFirst().features().address();
      ctx.report(Metrics.of("address", Long.toString(address)).with("rank", ctx.rank()));
      tell(ctx, "", table);
    }
    if (ctx.attempt() == 1) {
      ctx.rollBack("to read again");
    }
  }

  private static void tell(TrainContext<Config> ctx, String prefix, Table table) {
    ctx.report(
        Metrics.of("rank", ctx.rank())
            .with("attempt", ctx.attempt())
            .with(prefix + "rows", rows(table).toString())
            .with("labels", Arrays.toString(table.labels()))
            .with("weights", table.weights().map(Arrays::toString).orElse(""))
            .with("queries", table.querySizes().map(Arrays::toString).orElse(""))
            .with("schema", table.schema().features().toString())
            .with("range", table.labelsOfAllRanks().toString())
            .with("all", table.rowsOfAllRanks())
            .with("spilled", table.isSpilled()));
  }

  /// The features of each row.
  static List<String> rows(Table table) {
    List<String> rows = new ArrayList<>();
    int width = table.schema().size();
    for (TableChunk chunk : table.chunks()) {
      float[] all = chunk.features().toArray(ValueLayout.JAVA_FLOAT);
      for (int row = 0; row < chunk.rows(); row++) {
        rows.add(Arrays.toString(Arrays.copyOfRange(all, row * width, (row + 1) * width)));
      }
    }
    return rows;
  }

  static Config config(TableRoles roles) {
    return new Config(roles, 1 << 20, false);
  }
}
