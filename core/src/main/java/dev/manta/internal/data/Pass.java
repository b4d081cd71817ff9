package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Collate;
import dev.manta.data.Cursor;
import dev.manta.data.DataStats;
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
  private final Standings standings;
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
    // threads of the pool do what they ask for by themselves, one unit after the other
    boolean ordered = options.ordered() || Pool.isWithin();
    this.standings = Standings.of(from, ordered);
    Supply supply = supply(seat, tools.hands(), new Supply(standings, ordered));
    this.feed = new Feed<>(supply, making, shop.figures(), seat.beforeStep());
    this.pace = pace(from, seat);
  }

  /// What batches are made into.
  record Making<T>(BatchOptions options, Collate<T> collate) {}

  /// What it works with.
  record Tools(Workshop shop, Hands hands) {}

  private Supply supply(Seat seat, Hands hands, Supply into) {
    int first = Deal.firstLane(seat.rank(), seat.ranks(), lanes.size());
    int end = Deal.firstLane(seat.rank() + 1, seat.ranks(), lanes.size());
    int ahead = 1 + Math.ceilDiv(hands.width(), Math.max(end - first, 1));
    List<Standing> from = Standings.of(cursor);
    for (int i = first; i < end; i++) {
      Hands.Work work = hands.on(cursor.epoch(), lanes.size(), i);
      into.add(lanes.get(i), from.get(i), work, ahead);
    }
    return into;
  }

  /// Who has which units is known beforehand only where they are done in order.
  private Pace pace(Cursor from, Seat seat) {
    if (standings.inOrder() && lanes.stream().allMatch(Lane::isKnown)) {
      return new KnownPace(lanes, from.laneOffsets(), seat.ranks(), options);
    }
    var ranks =
        new AgreedPace.Ranks(seat.ranks(), lanes.size(), standings.width(), options.prefetch());
    long[] places = standings.written(Standings.of(from));
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
    moveTo(cursor.atEnd());
    close();
  }

  private T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the pass is at its end");
    }
    Feed.Fed<T> fed = feed.next();
    Feed.Fed<T> given = fed == null ? padding() : fed;
    feed.give(given.batch());
    moveTo(standings.moved(cursor, pace.advance()));
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
