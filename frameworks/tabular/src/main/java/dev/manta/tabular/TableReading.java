package dev.manta.tabular;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Cursor;
import dev.manta.data.Shard;
import dev.manta.train.TrainContext;
import java.util.Optional;

/// Gets the table of a rank: kept from an attempt before, or read. All ranks do it together, also
/// those that have theirs already.
final class TableReading {
  /// Enough that what is done once for a batch does not count.
  static final int BATCH_ROWS = 1 << 14;

  private final TrainContext<?> ctx;
  private final String dataset;
  private final KeptTables.Form form;
  private final Shard shard;
  private final Cursor start;

  TableReading(
      TrainContext<?> ctx,
      String dataset,
      TableRoles roles,
      Optional<TableSchema> schema,
      long memoryMax) {
    this.ctx = ctx;
    this.dataset = dataset;
    this.form = new KeptTables.Form(roles, schema, memoryMax);
    this.shard = ctx.dataset(dataset);
    Cursor at = shard.cursor();
    this.start = Cursor.start(0, at.laneOffsets().length, at.planHash());
  }

  Table table() {
    var part = new KeptTables.Part(dataset, start.planHash(), ctx.rank(), ctx.worldSize());
    var key = new KeptTables.Key(ctx.storage() + " " + ctx.runName(), part, form);
    try (KeptRows rows = rows(key)) {
      return new Table(rows, totals(rows));
    }
  }

  private TableTotals totals(KeptRows rows) {
    TableTotals totals = TableTotals.of(ctx.collectives(), rows.schema(), rows);
    if (totals.rows() == 0) {
      throw new IllegalArgumentException(
          "dataset \"%s\" has no rows: look at its location and filters".formatted(dataset));
    }
    return totals;
  }

  private KeptRows rows(KeptTables.Key key) {
    Optional<KeptRows> kept = KeptTables.find(ctx, key);
    try {
      return RankTexts.gather(ctx, kept.isPresent() ? "kept" : "").stream().allMatch("kept"::equals)
          ? kept.orElseThrow()
          : again(kept, key);
    } catch (RuntimeException | Error e) {
      kept.ifPresent(KeptRows::close);
      throw e;
    }
  }

  /// Whoever has its rows only does what the others wait for.
  private KeptRows again(Optional<KeptRows> kept, KeptTables.Key key) {
    if (kept.isPresent()) {
      accompany(kept.get());
      return kept.get();
    }
    KeptRows read = read();
    KeptTables.keep(key, read);
    return read;
  }

  private void accompany(KeptRows kept) {
    if (!shard.isCounted()) {
      shard.seek(start);
      try (Batches<Batch> batches = shard.batches(BATCH_ROWS)) {
        batches.forEach(_ -> {});
      }
    }
    shard.seek(start.atEnd());
    if (form.roles().query().isPresent()) {
      QueryGroups.accompany(ctx);
    }
    SchemaAgreement.of(ctx, dataset, form.schema(), Optional.of(kept.schema()));
  }

  private KeptRows read() {
    shard.seek(start);
    try (var building = new TableBuilder(ctx, dataset, form)) {
      try (Batches<Batch> batches = shard.batches(BATCH_ROWS)) {
        batches.forEach(building::add);
      }
      shard.seek(start.atEnd());
      return building.build();
    }
  }
}
