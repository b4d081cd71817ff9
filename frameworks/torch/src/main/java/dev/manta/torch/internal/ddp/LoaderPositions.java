package dev.manta.torch.internal.ddp;

import dev.manta.torch.data.Position;
import dev.manta.train.Copied;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/// How far each prepared loader has come in the epoch it trains on: what a function that continues
/// in the middle of an epoch must not see again.
public final class LoaderPositions implements Copied {
  /// An epoch and how far all ranks have come in it.
  private record Place(int epoch, Position position) {}

  /// What begins states that have more than a number of samples: no loader has this number.
  private static final int MARK = -2;

  private static final int BYTES = 28;

  private final Map<Integer, Place> now = new TreeMap<>();
  private final Map<Integer, Place> counted = new TreeMap<>();
  private boolean byUpdates;
  private final Map<Integer, Place> before = new TreeMap<>();

  /// A loader begins an epoch of training; how far all ranks had come before the function was
  /// entered again.
  public Position begin(int loader, int epoch, int ranks) {
    Place seen = before.remove(loader);
    Position from =
        seen != null && seen.epoch() == epoch ? known(seen, ranks) : Position.beginning(ranks);
    now.put(loader, new Place(epoch, from));
    counted.put(loader, new Place(epoch, from));
    return from;
  }

  /// From now on a batch counts when an update has used it: others are seen again.
  public void countByUpdates() {
    byUpdates = true;
  }

  /// What was handed out so far has its effect.
  public void used() {
    counted.putAll(now);
  }

  /// A state of an earlier version does not say how many ranks there were.
  private static Position known(Place seen, int ranks) {
    Position at = seen.position();
    return at.shards() > 0 ? at : new Position(at.samples(), ranks, at.samples());
  }

  /// A loader has handed out one more batch to train on, of so many samples over all ranks.
  public void handedOut(int loader, long together, int ranks) {
    now.computeIfPresent(
        loader, (_, place) -> new Place(place.epoch(), place.position().plus(together, ranks)));
  }

  @Override
  public byte[] save() {
    Map<Integer, Place> saved = byUpdates ? counted : now;
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + BYTES * saved.size()).putInt(MARK);
    saved.forEach((loader, at) -> put(bytes, loader, at));
    return bytes.array();
  }

  private static void put(ByteBuffer to, int loader, Place at) {
    Position position = at.position();
    to.putInt(loader).putInt(at.epoch()).putLong(position.samples());
    to.putInt(position.shards()).putLong(position.apart());
  }

  @Override
  public void load(byte[] bytes) {
    before.clear();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    boolean marked = in.hasRemaining() && in.getInt(0) == MARK;
    in.position(marked ? Integer.BYTES : 0);
    while (in.hasRemaining()) {
      before.put(in.getInt(), new Place(in.getInt(), position(in, marked)));
    }
  }

  private static Position position(ByteBuffer in, boolean marked) {
    long samples = in.getLong();
    return marked
        ? new Position(samples, in.getInt(), in.getLong())
        : new Position(samples, 0, samples);
  }
}
