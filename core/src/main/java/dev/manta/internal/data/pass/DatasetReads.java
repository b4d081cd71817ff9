package dev.manta.internal.data.pass;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.DataStats;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Shard;
import dev.manta.data.Sink;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.ProgressLog;
import dev.manta.internal.data.ReaderThreads;
import dev.manta.internal.data.plan.Lane;
import dev.manta.internal.data.plan.Plan;
import dev.manta.internal.data.plan.PlanSummary;
import dev.manta.internal.data.plan.Planner;
import dev.manta.internal.data.rows.CachedRows;
import dev.manta.internal.data.unit.StreamContext;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitCutter;
import dev.manta.internal.data.unit.UnitReaders;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// What a program does with a dataset outside of training.
public final class DatasetReads {
  private static final int ROWS = 8192;
  private static final LanePosition START = LanePosition.at(0);

  private DatasetReads() {}

  /// What is read, and who is told what that took once it is done.
  public record Asked(Plan plan, BadRecords bad, Consumer<DataStats> done) {}

  public static Shard shard(Asked asked) {
    return new RankShard("dataset", asked.plan(), asked.bad(), ShardPosition.alone());
  }

  public static Batches<Batch> pass(Asked asked, BatchOptions options) {
    var shard = new RankShard("dataset", asked.plan(), asked.bad(), ShardPosition.alone());
    return new ShardPass(shard, shard.pass(Pass.Making.plain(options)), asked.done());
  }

  public static long count(Asked asked) {
    try (var context = new StreamContext();
        var planner = new Planner(asked.plan(), asked.bad(), context.reading())) {
      List<Unit> units = planner.flow(0).resolved();
      if (units.stream().allMatch(unit -> unit.rows().isPresent())) {
        asked.done().accept(context.stats());
        return UnitCutter.total(units);
      }
      long rows = count(units, context);
      asked.done().accept(context.stats());
      return rows;
    }
  }

  private static long count(List<Unit> units, StreamContext context) {
    var rows = new AtomicLong();
    eachUnit(
        "count",
        Lane.of(units),
        context,
        batch -> {
          try (batch) {
            rows.addAndGet(batch.rows());
          }
        });
    return rows.get();
  }

  public static Schema schema(Asked asked) {
    try (var context = new StreamContext();
        var planner = new Planner(asked.plan(), asked.bad(), context.reading())) {
      Schema seen = Schema.of();
      for (Unit unit : planner.flow(0).resolved()) {
        try (Batch batch = context.read(unit)) {
          if (batch.rows() > 0) {
            return batch.schema();
          }
          seen = seen.size() == 0 ? batch.schema() : seen;
        }
      }
      return seen;
    }
  }

  public static List<Row> take(Asked asked) {
    List<Row> rows = new ArrayList<>();
    try (Batches<Batch> batches = pass(asked, BatchOptions.rows(ROWS))) {
      for (Batch batch : batches) {
        rows.addAll(batch.toRows());
      }
    }
    return rows;
  }

  /// Reads everything once; the rows stay in this process.
  public static dev.manta.data.Source materialize(Asked asked) {
    var cachedRows = new CachedRows();
    eachUnit("materialize", asked, cachedRows::add);
    return cachedRows;
  }

  /// Files are named by their number and appear whole or not at all; those of a write that fails
  /// are deleted.
  public static void write(Asked asked, Sink sink, String directory) {
    Location at = Location.parse(directory);
    requireEmpty(at);
    var files = new PartFiles(sink, at);
    try {
      eachUnit("write " + directory, asked, files::add);
      if (files.isEmpty()) {
        files.addEmpty(schema(asked));
      }
    } catch (RuntimeException e) {
      files.delete(e);
      throw e;
    }
  }

  /// Units with rows, in order; each is to be closed.
  private static void eachUnit(String what, Asked asked, Consumer<Batch> action) {
    try (var context = new StreamContext();
        var planner = new Planner(asked.plan(), asked.bad(), context.reading())) {
      eachUnit(what, Lane.of(planner.flow(0).resolved()), context, action);
      asked.done().accept(context.stats());
    }
  }

  private static void eachUnit(
      String what, Lane lane, StreamContext context, Consumer<Batch> action) {
    var progress = new ProgressLog(what, lane.units().size(), System.nanoTime());
    try (var reader =
        new LaneReader(
            lane,
            START,
            UnitReaders.work(context),
            LaneReader.Manner.inOrder(ReaderThreads.size()))) {
      while (!reader.isAtEnd()) {
        Batch unit = reader.unit();
        int rows = unit.rows();
        action.accept(unit);
        progress.done(rows);
      }
      context
          .faults()
          .summary()
          .ifPresent(line -> System.getLogger("manta.data").log(System.Logger.Level.WARNING, line));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.USER, "interrupted while rows were read", e);
    }
  }

  private static void requireEmpty(Location at) {
    if (!Storages.at(at).list(at).isEmpty()) {
      throw new MantaException(
          ErrorCode.USER, at + " is not empty: choose another directory, or delete it first");
    }
  }

  public static String describe(Plan plan) {
    return PlanSummary.of(plan);
  }
}
