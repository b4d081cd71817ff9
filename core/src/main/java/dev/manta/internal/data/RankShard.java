package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Collate;
import dev.manta.data.Cursor;
import dev.manta.data.DataHost;
import dev.manta.data.DataStats;
import dev.manta.data.Preparation;
import dev.manta.data.Shard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rank's part of a dataset, pass after pass.
public final class RankShard implements Shard, AutoCloseable {
  private final String name;
  private final DatasetSpec spec;
  private final Seat seat;
  private final Workshop shop;
  private final Planner planner;
  private Cursor cursor;
  private boolean resumes;
  private @Nullable Pass<?> pass;
  private @Nullable Hands hands;

  /// A shard of what a plan gives, prepared in this process; `name` is for messages.
  public RankShard(String name, Plan plan, BadRecords policy, Seat seat) {
    this(name, new DatasetSpec(plan, policy, true, new Preparation.InTrainers()), seat);
  }

  /// A shard of a dataset; `name` is for messages.
  public RankShard(String name, DatasetSpec spec, Seat seat) {
    this.name = name;
    this.spec = spec;
    this.seat = seat;
    this.shop = new Workshop(spec.bad());
    this.planner = new Planner(spec.plan(), shop.reading());
    this.cursor = new Cursor(-1, 0, new long[seat.lanes()], planner.hash(), true);
  }

  @Override
  public Batches<Batch> batches(BatchOptions options) {
    return batches(options, batch -> batch);
  }

  @Override
  public <T> Batches<T> batches(BatchOptions options, Collate<T> collate) {
    closePass();
    if (!resumes) {
      cursor = Cursor.start(cursor.epoch() + 1, seat.lanes(), cursor.planHash());
    }
    resumes = false;
    List<Lane> lanes = Lanes.of(planner.flow(cursor.epoch()), cursor.laneOffsets().length);
    var making = new Pass.Making<>(options, collate);
    var tools = new Pass.Tools(shop, hands());
    Pass<T> next = new Pass<>(lanes, cursor, seat, tools, making, moved -> cursor = moved);
    pass = next;
    return next;
  }

  /// Data workers are started with the first pass.
  Hands hands() {
    if (hands == null) {
      hands =
          switch (spec.preparation()) {
            case Preparation.InTrainers _ -> Hands.own(shop);
            case Preparation.DataWorkers workers ->
                new Crew(spec.text(), shop, DataProcess::start, workers);
            case Preparation.OnHosts(List<String> addresses, int most) ->
                new Crew(
                    spec.text(),
                    shop,
                    new DataHosts(addresses, DataHost.token()),
                    new Preparation.DataWorkers(1, most));
          };
    }
    return hands;
  }

  @Override
  public Cursor cursor() {
    return cursor;
  }

  /// Whether a pass was begun and has not come to its end.
  public boolean isWithinPass() {
    return !cursor.done() && cursor.position() > 0;
  }

  @Override
  public void seek(Cursor to) {
    if (to.planHash() != cursor.planHash()) {
      throw new IllegalArgumentException(
          "dataset \"%s\" is not the one that the position is of: its files, their rows or its operators"
                  .formatted(name)
              + " have changed; start afresh, or give the dataset as it was");
    }
    closePass();
    cursor = to;
    resumes = !to.done();
  }

  @Override
  public DataStats stats() {
    return shop.stats();
  }

  private void closePass() {
    if (pass != null) {
      pass.close();
      pass = null;
    }
  }

  @Override
  public void close() {
    closePass();
    if (hands != null) {
      hands.close();
    }
    shop.close();
    planner.close();
  }
}
