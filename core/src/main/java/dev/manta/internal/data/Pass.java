package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Collate;
import dev.manta.data.Cursor;
import dev.manta.data.DataStats;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/// One pass of a rank over a dataset, from a cursor to the end.
final class Pass<T> implements Batches<T> {
  private final List<Lane> lanes;
  private final Workshop shop;
  private final BatchOptions options;
  private final Collate<T> collate;
  private final Consumer<Cursor> moved;
  private final Runnable beforeStep;
  private final Feed<T> feed;
  private final Pace pace;
  private Cursor cursor;
  private boolean begun;
  private boolean over;

  Pass(
      List<Lane> lanes,
      Cursor from,
      Seat seat,
      Tools tools,
      Making<T> making,
      Consumer<Cursor> moved) {
    this.lanes = lanes;
    this.shop = tools.shop();
    this.options = making.options();
    this.collate = making.collate();
    this.moved = moved;
    this.beforeStep = seat.beforeStep();
    this.cursor = from;
    this.feed =
        new Feed<>(readers(from, seat, tools.hands()), making, shop.figures(), seat.beforeStep());
    this.pace = pace(from, seat);
  }

  /// What batches are made into.
  record Making<T>(BatchOptions options, Collate<T> collate) {}

  /// What it works with.
  record Tools(Workshop shop, Hands hands) {}

  private List<LaneReader> readers(Cursor from, Seat seat, Hands hands) {
    int first = Deal.firstLane(seat.rank(), seat.ranks(), lanes.size());
    int end = Deal.firstLane(seat.rank() + 1, seat.ranks(), lanes.size());
    int ahead = 1 + Math.ceilDiv(hands.width(), Math.max(end - first, 1));
    List<LaneReader> readers = new ArrayList<>();
    for (int i = first; i < end; i++) {
      Hands.Work work = hands.on(from.epoch(), lanes.size(), i);
      readers.add(new LaneReader(lanes.get(i), from.laneOffsets()[i], work, ahead));
    }
    return readers;
  }

  private Pace pace(Cursor from, Seat seat) {
    long[] places = from.laneOffsets();
    if (lanes.stream().allMatch(Lane::isKnown)) {
      return new KnownPace(lanes, places, seat.ranks(), options);
    }
    var ranks = new AgreedPace.Ranks(seat.ranks(), lanes.size(), options.prefetch());
    return new AgreedPace(seat.exchange(), feed::outlook, ranks, places, options.dropLast());
  }

  /// How many units its lanes have.
  long units() {
    return lanes.stream().mapToLong(lane -> lane.units().size()).sum();
  }

  /// What makes its batches; it knows nothing of the pass.
  Feed<T> feed() {
    return feed;
  }

  @Override
  public DataStats stats() {
    return shop.stats();
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
    moveTo(
        new Cursor(
            cursor.epoch(), cursor.position(), cursor.laneOffsets(), cursor.planHash(), true));
    close();
  }

  private T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the pass is at its end");
    }
    Feed.Fed<T> fed = feed.next();
    Feed.Fed<T> given = fed == null ? padding() : fed;
    feed.give(given.batch());
    long[] places = pace.advance();
    moveTo(new Cursor(cursor.epoch(), cursor.position() + 1, places, cursor.planHash(), false));
    return given.made();
  }

  private void moveTo(Cursor next) {
    cursor = next;
    moved.accept(next);
  }

  /// Rows that were seen before, for others have some left.
  private Feed.Fed<T> padding() {
    Batch current = feed.given();
    try (Batch rows = current == null ? anyRows() : current.retain()) {
      Batch padding = rows.padding();
      return new Feed.Fed<>(padding, collate.collate(padding), new long[0]);
    }
  }

  private Batch anyRows() {
    for (Lane lane : lanes) {
      for (Unit unit : lane.units()) {
        try (Batch all = shop.read(unit)) {
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
    feed.close();
  }
}
