package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Collate;
import dev.manta.data.Cursor;
import dev.manta.data.DataStats;
import dev.manta.data.Shard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rank's part of a dataset, pass after pass.
public final class RankShard implements Shard, AutoCloseable {
  private final String name;
  private final Seat seat;
  private final Workshop shop;
  private final Planner planner;
  private Cursor cursor;
  private boolean resumes;
  private @Nullable Pass<?> pass;

  /// A shard of what a plan gives; `name` is for messages.
  public RankShard(String name, Plan plan, BadRecords policy, Seat seat) {
    this.name = name;
    this.seat = seat;
    this.shop = new Workshop(policy);
    this.planner = new Planner(plan, shop.reading());
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
    Pass<T> next = new Pass<>(lanes, cursor, seat, shop, making, moved -> cursor = moved);
    pass = next;
    return next;
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
    shop.close();
    planner.close();
  }
}
