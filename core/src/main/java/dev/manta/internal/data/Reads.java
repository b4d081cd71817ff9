package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Shard;
import dev.manta.data.Sink;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// What a program does with a dataset outside of training.
public final class Reads {
  private static final int ROWS = 8192;
  private static final Standing START = Standing.at(0);
  private static final System.Logger LOG = System.getLogger("manta.data");

  private Reads() {}

  public static Shard shard(Plan plan, BadRecords bad) {
    return new RankShard("dataset", plan, bad, Seat.alone());
  }

  public static Batches<Batch> pass(Plan plan, BadRecords bad, BatchOptions options) {
    var shard = new RankShard("dataset", plan, bad, Seat.alone());
    return new OwnedPass(shard, shard.pass(options, batch -> batch));
  }

  public static long count(Plan plan, BadRecords bad) {
    try (var shop = new Workshop();
        var planner = new Planner(plan, bad, shop.reading())) {
      List<Unit> units = planner.flow(0).resolved();
      if (units.stream().allMatch(unit -> unit.rows().isPresent())) {
        return Counts.total(units);
      }
      return count(units, shop);
    }
  }

  private static long count(List<Unit> units, Workshop shop) {
    var rows = new AtomicLong();
    eachUnit(
        "count",
        Lane.of(units),
        shop,
        batch -> {
          try (batch) {
            rows.addAndGet(batch.rows());
          }
        });
    return rows.get();
  }

  public static Schema schema(Plan plan, BadRecords bad) {
    try (var shop = new Workshop();
        var planner = new Planner(plan, bad, shop.reading())) {
      Schema seen = Schema.of();
      for (Unit unit : planner.flow(0).resolved()) {
        try (Batch batch = shop.read(unit)) {
          if (batch.rows() > 0) {
            return batch.schema();
          }
          seen = seen.size() == 0 ? batch.schema() : seen;
        }
      }
      return seen;
    }
  }

  public static List<Row> take(Plan plan, BadRecords bad) {
    List<Row> rows = new ArrayList<>();
    try (Batches<Batch> batches = pass(plan, bad, BatchOptions.rows(ROWS))) {
      for (Batch batch : batches) {
        rows.addAll(batch.toRows());
      }
    }
    return rows;
  }

  /// Reads everything once; the rows stay in this process.
  public static dev.manta.data.Source materialize(Plan plan, BadRecords bad) {
    var kept = new Kept();
    eachUnit("materialize", plan, bad, kept::add);
    return kept;
  }

  /// Files are named by their number and appear whole or not at all; those of a write that fails
  /// are deleted.
  public static void write(Plan plan, BadRecords bad, Sink sink, String directory) {
    Location at = Location.parse(directory);
    requireEmpty(at);
    var files = new PartFiles(sink, at);
    try {
      eachUnit("write " + directory, plan, bad, files::add);
      if (files.isEmpty()) {
        files.addEmpty(schema(plan, bad));
      }
    } catch (RuntimeException e) {
      files.delete(e);
      throw e;
    }
  }

  /// Units with rows, in order; each is to be closed.
  private static void eachUnit(String what, Plan plan, BadRecords bad, Consumer<Batch> action) {
    try (var shop = new Workshop();
        var planner = new Planner(plan, bad, shop.reading())) {
      eachUnit(what, Lane.of(planner.flow(0).resolved()), shop, action);
    }
  }

  private static void eachUnit(String what, Lane lane, Workshop shop, Consumer<Batch> action) {
    var progress = new Progress(what, lane.units().size(), System.nanoTime());
    try (var reader =
        new LaneReader(lane, START, Hands.work(shop), LaneReader.Manner.inOrder(Pool.size()))) {
      while (!reader.isAtEnd()) {
        Batch unit = reader.unit();
        int rows = unit.rows();
        action.accept(unit);
        progress.done(rows);
      }
      shop.faults().summary().ifPresent(line -> LOG.log(System.Logger.Level.WARNING, line));
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
    return Shape.of(plan);
  }
}
