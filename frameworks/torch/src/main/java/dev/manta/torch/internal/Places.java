package dev.manta.torch.internal;

import dev.manta.train.Copied;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/// How far each prepared loader has come in the epoch it trains on: what a function that goes on in
/// the middle of an epoch must not see again.
public final class Places implements Copied {
  /// An epoch and how many of its samples all ranks have seen.
  private record Place(int epoch, long samples) {}

  private static final int BYTES = 16;

  private final Map<Integer, Place> now = new TreeMap<>();
  private final Map<Integer, Place> before = new TreeMap<>();

  /// A loader begins an epoch of training; how many samples all ranks had seen before the function
  /// was entered again.
  public long begin(int loader, int epoch) {
    Place seen = before.remove(loader);
    long skipped = seen != null && seen.epoch() == epoch ? seen.samples() : 0;
    now.put(loader, new Place(epoch, skipped));
    return skipped;
  }

  /// A loader has handed out one more batch to train on, of so many samples over all ranks.
  public void handedOut(int loader, long together) {
    now.computeIfPresent(
        loader, (_, place) -> new Place(place.epoch(), place.samples() + together));
  }

  @Override
  public byte[] save() {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES * now.size());
    now.forEach((loader, at) -> bytes.putInt(loader).putInt(at.epoch()).putLong(at.samples()));
    return bytes.array();
  }

  @Override
  public void load(byte[] bytes) {
    before.clear();
    for (ByteBuffer in = ByteBuffer.wrap(bytes); in.hasRemaining(); ) {
      before.put(in.getInt(), new Place(in.getInt(), in.getLong()));
    }
  }
}
