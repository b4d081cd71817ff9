package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.internal.data.plan.Lane;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a rank where ranks share lanes: its part of each [SharedStep]. A lane that two ranks
/// have parts of is read by both.
final class SharedLanes implements RowSupply {
  private final List<Lane> lanes;
  private final ShardPosition position;
  private final Opening opening;
  private final @Nullable LaneReader[] readers;
  private final long[] standing;
  private long[] left;

  /// How a lane is read from a place on.
  interface Opening {
    LaneReader at(int lane, LanePosition from);
  }

  SharedLanes(List<Lane> lanes, long[] places, ShardPosition position, Opening opening) {
    this.lanes = lanes;
    this.position = position;
    this.opening = opening;
    this.left = SharedStep.left(lanes, places);
    this.readers = new LaneReader[places.length];
    this.standing = new long[places.length];
  }

  /// Whether ranks share these lanes. In very small steps they would all read most of them.
  static boolean isFor(List<Lane> lanes, int ranks, BatchOptions options) {
    return lanes.size() % ranks != 0
        && options.rows() >= lanes.size()
        && lanes.stream().allMatch(Lane::isKnown);
  }

  @Override
  public List<Batch> take(int rows) throws InterruptedException {
    var step = SharedStep.of(left, (long) rows * position.ranks());
    List<Batch> pieces = new ArrayList<>();
    try {
      take(step, pieces);
    } catch (InterruptedException | RuntimeException e) {
      pieces.forEach(Batch::close);
      throw e;
    }
    left = step.after();
    return pieces;
  }

  private void take(SharedStep step, List<Batch> into) throws InterruptedException {
    long from = step.first(position.rank(), position.ranks());
    long to = step.first(position.rank() + 1, position.ranks());
    for (int lane = 0; lane < lanes.size(); lane++) {
      long taken = step.taken(lane);
      long begin = Math.clamp(from, 0, taken);
      long end = Math.clamp(to, 0, taken);
      if (end > begin) {
        long row = lanes.get(lane).rows() - step.before()[lane] + begin;
        into.addAll(reader(lane, row).take((int) (end - begin)));
        standing[lane] = row + end - begin;
      }
      from -= taken;
      to -= taken;
    }
  }

  /// The reader of a lane, moved to a row. What others take meanwhile is passed over; where that is
  /// much, the lane is opened anew.
  private LaneReader reader(int lane, long row) throws InterruptedException {
    long place = lanes.get(lane).place(row);
    LaneReader reader = readers[lane];
    if (reader != null && Lane.unit(place) <= reader.standing().unit() + 1) {
      reader.take((int) (row - standing[lane])).forEach(Batch::close);
      return reader;
    }
    if (reader != null) {
      reader.close();
    }
    LaneReader opened = opening.at(lane, LanePosition.at(place));
    readers[lane] = opened;
    return opened;
  }

  @Override
  public long[] places() {
    return new long[0];
  }

  @Override
  public void close() {
    for (LaneReader reader : readers) {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
