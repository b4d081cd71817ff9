package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Collate;
import dev.manta.data.Cursor;
import dev.manta.data.DataStats;
import dev.manta.internal.data.ReaderThreads;
import dev.manta.internal.data.plan.Lane;
import dev.manta.internal.data.unit.StreamContext;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitReaders;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/// One pass of a rank over a dataset, from a cursor to the end.
public final class Pass<T> implements Batches<T> {
  private final List<Lane> lanes;
  private final StreamContext context;
  private final BatchOptions options;
  private final Collate<T> collate;
  private final Consumer<Cursor> moved;
  private final Runnable beforeStep;
  private final LanePositions positions;
  private final BatchPrefetcher<T> prefetcher;
  private final Pace pace;
  private Cursor cursor;
  private long own;
  private long padded;
  private boolean begun;
  private boolean over;

  public Pass(
      List<Lane> lanes,
      Cursor from,
      ShardPosition position,
      Tools tools,
      Making<T> making,
      Consumer<Cursor> moved) {
    this.lanes = lanes;
    this.context = tools.context();
    this.options = making.options();
    this.collate = making.collate();
    this.moved = moved;
    this.beforeStep = position.beforeStep();
    this.cursor = from;
    // threads of the pool do what they ask for by themselves, one unit after the other
    boolean ordered = options.ordered() || ReaderThreads.isWithin();
    this.positions = LanePositions.of(from, ordered);
    boolean shared = positions.inOrder() && SharedLanes.isFor(lanes, position.ranks(), options);
    RowSupply supply =
        shared
            ? sharedSupply(lanes, from, position, tools.readers())
            : supply(position, tools.readers(), new OwnLanes(positions, ordered));
    boolean counted = shared || isCounted();
    this.prefetcher =
        new BatchPrefetcher<>(
            supply, counted ? making : making.oneByOne(), context.figures(), position.beforeStep());
    this.pace =
        shared
            ? new SharedPace(lanes, from.laneOffsets(), position.ranks(), options)
            : pace(from, position);
  }

  /// What batches are made into.
  ///
  /// @param together whether several may be made at a time: nobody asks where each of them ends
  public record Making<T>(BatchOptions options, Collate<T> collate, boolean together) {
    public Making(BatchOptions options, Collate<T> collate) {
      this(options, collate, false);
    }

    /// Batches as they are: cut off what has been read, which takes no thread of its own.
    static Making<Batch> plain(BatchOptions options) {
      return new Making<>(options, batch -> batch, true);
    }

    Making<T> oneByOne() {
      return new Making<>(options, collate, false);
    }
  }

  /// What it works with.
  public record Tools(StreamContext context, UnitReaders readers) {}

  private static int ahead(UnitReaders readers, int lanes) {
    return 1 + Math.ceilDiv(readers.width(), Math.max(lanes, 1));
  }

  /// It must not refer to the pass: nobody would see that a pass was forgotten.
  private static RowSupply sharedSupply(
      List<Lane> lanes, Cursor from, ShardPosition position, UnitReaders readers) {
    int ahead = ahead(readers, Math.ceilDiv(lanes.size(), position.ranks()));
    int epoch = from.epoch();
    return new SharedLanes(
        lanes,
        from.laneOffsets(),
        position,
        (lane, at) ->
            new LaneReader(
                lanes.get(lane),
                at,
                readers.on(epoch, lanes.size(), lane),
                LaneReader.Manner.inOrder(ahead)));
  }

  private RowSupply supply(ShardPosition position, UnitReaders readers, OwnLanes into) {
    int first = LaneShares.firstLane(position.rank(), position.ranks(), lanes.size());
    int end = LaneShares.firstLane(position.rank() + 1, position.ranks(), lanes.size());
    int ahead = ahead(readers, end - first);
    List<LanePosition> from = LanePositions.of(cursor);
    for (int i = first; i < end; i++) {
      UnitReaders.Work work = readers.on(cursor.epoch(), lanes.size(), i);
      into.add(lanes.get(i), from.get(i), work, ahead);
    }
    return into;
  }

  /// Who has which units is known beforehand only where they are done in order.
  private boolean isCounted() {
    return positions.inOrder() && lanes.stream().allMatch(Lane::isKnown);
  }

  private Pace pace(Cursor from, ShardPosition position) {
    if (isCounted()) {
      return new KnownPace(lanes, from.laneOffsets(), position.ranks(), options);
    }
    var ranks =
        new NegotiatedPace.Ranks(
            position.ranks(), lanes.size(), positions.width(), options.prefetch());
    long[] places = positions.written(LanePositions.of(from));
    return new NegotiatedPace(
        position.exchange(), prefetcher::outlook, ranks, places, options.dropLast());
  }

  /// How many units its lanes have.
  long units() {
    return lanes.stream().mapToLong(lane -> lane.units().size()).sum();
  }

  /// In how many steps this rank had rows of its own.
  long ownSteps() {
    return own;
  }

  /// How many steps all ranks made.
  long steps() {
    return own + padded;
  }

  /// What makes its batches; it knows nothing of the pass.
  BatchPrefetcher<T> feed() {
    return prefetcher;
  }

  @Override
  public DataStats stats() {
    return context.stats();
  }

  @Override
  public Iterator<T> iterator() {
    if (begun) {
      throw new IllegalStateException(
          "this pass was begun before; call batches() again for the next one");
    }
    begun = true;
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return Pass.this.hasNext();
      }

      @Override
      public T next() {
        return Pass.this.next();
      }
    };
  }

  private boolean hasNext() {
    if (!over) {
      beforeStep.run();
    }
    if (!over && !pace.more()) {
      end();
    }
    return !over;
  }

  private void end() {
    moveTo(cursor.atEnd());
    close();
  }

  private T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the pass is at its end");
    }
    BatchPrefetcher.Fed<T> fed = prefetcher.next();
    BatchPrefetcher.Fed<T> given = fed == null ? padding() : fed;
    own += fed == null ? 0 : 1;
    padded += fed == null ? 1 : 0;
    prefetcher.give(given.batch());
    moveTo(positions.moved(cursor, pace.advance()));
    return given.made();
  }

  private void moveTo(Cursor next) {
    cursor = next;
    moved.accept(next);
  }

  /// Rows that were seen before, for others have some left.
  private BatchPrefetcher.Fed<T> padding() {
    Batch current = prefetcher.given();
    try (Batch rows = current == null ? anyRows() : current.retain()) {
      Batch padding = rows.padding();
      return new BatchPrefetcher.Fed<>(padding, collate.collate(padding), new long[0]);
    }
  }

  private Batch anyRows() {
    for (Lane lane : lanes) {
      for (Unit unit : lane.units()) {
        try (Batch all = context.read(unit)) {
          if (all.rows() > 0) {
            return all.slice(0, Math.min(all.rows(), options.rows()));
          }
        }
      }
    }
    throw new IllegalStateException("no rank has rows, and yet there is another step");
  }

  @Override
  public void close() {
    over = true;
    prefetcher.close();
  }
}
