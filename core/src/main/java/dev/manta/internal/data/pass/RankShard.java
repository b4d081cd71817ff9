package dev.manta.internal.data.pass;

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
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.plan.Lane;
import dev.manta.internal.data.plan.OpenSources;
import dev.manta.internal.data.plan.Plan;
import dev.manta.internal.data.plan.Planner;
import dev.manta.internal.data.unit.StreamContext;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitReaders;
import dev.manta.internal.data.worker.DataHosts;
import dev.manta.internal.data.worker.DataProcess;
import dev.manta.internal.data.worker.DataWorkerPool;
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A rank's part of a dataset, pass after pass.
public final class RankShard implements Shard, AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int SHARE_LEAST = 10;

  private final String name;
  private final DatasetSpec spec;
  private final ShardPosition position;
  private final Belongings belongings;
  private final Cleaner.Cleanable end;
  private Cursor cursor;
  private boolean resumes;
  private boolean toldOfShare;
  private @Nullable Pass<?> pass;

  /// What is given back when the shard is closed, or when nobody refers to it any more.
  private static final class Belongings implements Runnable {
    private final String name;
    private final StreamContext context = new StreamContext();
    private final Planner planner;
    private @Nullable BatchPrefetcher<?> prefetcher;
    private @Nullable UnitReaders readers;

    Belongings(String name, DatasetSpec spec, OpenSources sources) {
      this.name = name;
      this.planner = new Planner(sources.plan(), spec.bad(), context.reading(), sources);
    }

    @Override
    public void run() {
      if (prefetcher != null) {
        prefetcher.stop();
      }
      if (readers != null) {
        readers.close();
      }
      context.close();
      planner.close();
      context
          .faults()
          .summary()
          .ifPresent(line -> System.getLogger("manta.data").log(Level.WARNING, name + ": " + line));
    }
  }

  /// A shard of what a plan gives, prepared in this process; `name` is for messages.
  public RankShard(String name, Plan plan, BadRecords policy, ShardPosition position) {
    this(name, new DatasetSpec(plan, policy, true, new Preparation.InTrainers()), position);
  }

  /// A shard of a dataset; `name` is for messages.
  public RankShard(String name, DatasetSpec spec, ShardPosition position) {
    this(name, spec, position, OpenSources.of(spec));
  }

  /// A shard of a dataset whose sources may be open already.
  public RankShard(String name, DatasetSpec spec, ShardPosition position, OpenSources sources) {
    this.name = name;
    this.spec = spec;
    this.position = position;
    this.belongings = new Belongings(name, spec, sources);
    this.end = CLEANER.register(this, belongings);
    this.cursor = Cursor.start(-1, position.lanes(), belongings.planner.hash()).atEnd();
  }

  @Override
  public Batches<Batch> batches(BatchOptions options) {
    return pass(Pass.Making.plain(options));
  }

  @Override
  public <T> Batches<T> batches(BatchOptions options, Collate<T> collate) {
    return pass(new Pass.Making<>(options, collate));
  }

  <T> Pass<T> pass(Pass.Making<T> making) {
    closePass();
    if (!resumes) {
      cursor = Cursor.start(cursor.epoch() + 1, position.lanes(), cursor.planHash());
    }
    resumes = false;
    List<Lane> lanes = belongings.planner.lanes(cursor.epoch(), cursor.laneOffsets().length);
    belongings.planner.expect(() -> own(lanes, making.options()));
    var tools = new Pass.Tools(belongings.context, readers());
    Pass<T> next = new Pass<>(lanes, cursor, position, tools, making, this::moveTo);
    pass = next;
    belongings.prefetcher = next.feed();
    return next;
  }

  private void moveTo(Cursor moved) {
    cursor = moved;
    Pass<?> current = pass;
    if (moved.done() && current != null && !toldOfShare) {
      tellOfShare(current.ownSteps(), current.steps());
    }
  }

  /// Whoever has rows in less than a tenth of all steps is told so, once.
  private void tellOfShare(long own, long steps) {
    if (own * SHARE_LEAST < steps) {
      toldOfShare = true;
      System.getLogger("manta.data")
          .log(
              Level.WARNING,
              "dataset \"%s\": rank %s had rows in %s of the %s steps of this epoch, the others had more; share them out evenly with .repartition(rows)"
                  .formatted(name, position.rank(), own, steps));
    }
  }

  /// What is left to read for this rank.
  private List<Unit> own(List<Lane> lanes, BatchOptions options) {
    int first = LaneShares.firstLane(position.rank(), position.ranks(), lanes.size());
    int end = LaneShares.firstLane(position.rank() + 1, position.ranks(), lanes.size());
    if (SharedLanes.isFor(lanes, position.ranks(), options)) {
      boolean even = SharedStep.isEven(SharedStep.left(lanes, cursor.laneOffsets()));
      first = even ? first : 0;
      end = even ? LaneShares.endOfShared(position, lanes.size()) : lanes.size();
    }
    List<Unit> own = new ArrayList<>();
    List<LanePosition> from = LanePositions.of(cursor);
    for (int i = first; i < end; i++) {
      List<Unit> all = lanes.get(i).units();
      own.addAll(all.subList(Math.min(from.get(i).first(), all.size()), all.size()));
    }
    return own;
  }

  /// Data workers are started with the first pass.
  public UnitReaders readers() {
    if (belongings.readers == null) {
      belongings.readers = newReaders(belongings.context);
    }
    return belongings.readers;
  }

  private UnitReaders newReaders(StreamContext context) {
    return switch (spec.preparation()) {
      case Preparation.InTrainers _ -> UnitReaders.own(context);
      case Preparation.DataWorkers workers ->
          new DataWorkerPool(spec.text(), context, DataProcess::start, workers);
      case Preparation.OnHosts(List<String> addresses, int most) ->
          new DataWorkerPool(
              spec.text(),
              context,
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
  public boolean isCounted() {
    int epoch = Math.max(cursor.epoch(), 0);
    return belongings.planner.lanes(epoch, cursor.laneOffsets().length).stream()
        .allMatch(Lane::isKnown);
  }

  @Override
  public DataStats stats() {
    return belongings.context.stats();
  }

  /// How long threads of this process were busy with each operator.
  public Map<String, Duration> operators() {
    return belongings.context.operators();
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
