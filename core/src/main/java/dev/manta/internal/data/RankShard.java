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
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rank's part of a dataset, pass after pass.
public final class RankShard implements Shard, AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();

  private final String name;
  private final DatasetSpec spec;
  private final Seat seat;
  private final Belongings belongings;
  private final Cleaner.Cleanable end;
  private Cursor cursor;
  private boolean resumes;
  private @Nullable Pass<?> pass;

  /// What is given back when the shard is closed, or when nobody refers to it any more.
  private static final class Belongings implements Runnable {
    private final String name;
    private final Workshop shop = new Workshop();
    private final Planner planner;
    private @Nullable Feed<?> feed;
    private @Nullable Hands hands;

    Belongings(String name, DatasetSpec spec, Sources sources) {
      this.name = name;
      this.planner = new Planner(sources.plan(), spec.bad(), shop.reading(), sources);
    }

    @Override
    public void run() {
      if (feed != null) {
        feed.stop();
      }
      if (hands != null) {
        hands.close();
      }
      shop.close();
      planner.close();
      shop.faults()
          .summary()
          .ifPresent(line -> System.getLogger("manta.data").log(Level.WARNING, name + ": " + line));
    }
  }

  /// A shard of what a plan gives, prepared in this process; `name` is for messages.
  public RankShard(String name, Plan plan, BadRecords policy, Seat seat) {
    this(name, new DatasetSpec(plan, policy, true, new Preparation.InTrainers()), seat);
  }

  /// A shard of a dataset; `name` is for messages.
  public RankShard(String name, DatasetSpec spec, Seat seat) {
    this(name, spec, seat, Sources.of(spec));
  }

  /// A shard of a dataset whose sources may be open already.
  public RankShard(String name, DatasetSpec spec, Seat seat, Sources sources) {
    this.name = name;
    this.spec = spec;
    this.seat = seat;
    this.belongings = new Belongings(name, spec, sources);
    this.end = CLEANER.register(this, belongings);
    this.cursor = Cursor.start(-1, seat.lanes(), belongings.planner.hash()).atEnd();
  }

  @Override
  public Batches<Batch> batches(BatchOptions options) {
    return batches(options, batch -> batch);
  }

  @Override
  public <T> Batches<T> batches(BatchOptions options, Collate<T> collate) {
    return pass(options, collate);
  }

  <T> Pass<T> pass(BatchOptions options, Collate<T> collate) {
    closePass();
    if (!resumes) {
      cursor = Cursor.start(cursor.epoch() + 1, seat.lanes(), cursor.planHash());
    }
    resumes = false;
    List<Lane> lanes =
        Lanes.of(belongings.planner.flow(cursor.epoch()), cursor.laneOffsets().length);
    belongings.planner.expect(() -> own(lanes));
    var making = new Pass.Making<>(options, collate);
    var tools = new Pass.Tools(belongings.shop, hands());
    Pass<T> next = new Pass<>(lanes, cursor, seat, tools, making, moved -> cursor = moved);
    pass = next;
    belongings.feed = next.feed();
    return next;
  }

  /// What is left to read for this rank.
  private List<Unit> own(List<Lane> lanes) {
    int first = Deal.firstLane(seat.rank(), seat.ranks(), lanes.size());
    int end = Deal.firstLane(seat.rank() + 1, seat.ranks(), lanes.size());
    List<Unit> own = new ArrayList<>();
    List<Standing> from = Standings.of(cursor);
    for (int i = first; i < end; i++) {
      List<Unit> all = lanes.get(i).units();
      own.addAll(all.subList(Math.min(from.get(i).first(), all.size()), all.size()));
    }
    return own;
  }

  /// Data workers are started with the first pass.
  Hands hands() {
    if (belongings.hands == null) {
      belongings.hands = newHands(belongings.shop);
    }
    return belongings.hands;
  }

  private Hands newHands(Workshop shop) {
    return switch (spec.preparation()) {
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
    return belongings.shop.stats();
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
    end.clean();
  }
}
