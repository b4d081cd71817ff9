package dev.manta.internal.remote;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Messages on their way over a link that may be slow: whoever adds one does not wait for it, and
/// many that are small go in one frame.
///
/// Nobody is ended because a link is slow: where very much waits, what a later message says again
/// is left out.
public final class NodeOutbox {
  private static final int MANY = 100_000;
  private static final int BATCH_BYTES = 256 << 10;

  /// @param replaces what a later one with the same says again; empty where it says something else
  private record Item(byte[] message, String replaces) {}

  private Deque<Item> items = new ArrayDeque<>();
  private long bytes;
  private int tidyAt = MANY;
  private boolean closed;

  public void add(byte[] message) {
    add(message, "");
  }

  /// Adds one that a later one with the same words replaces.
  public synchronized void add(byte[] message, String replaces) {
    if (!closed) {
      items.add(new Item(message, replaces));
      bytes += message.length;
      if (items.size() >= tidyAt) {
        keepNewest();
        tidyAt = Math.max(MANY, 2 * items.size());
      }
      notifyAll();
    }
  }

  private void keepNewest() {
    Set<String> seen = new HashSet<>();
    Deque<Item> kept = new ArrayDeque<>();
    for (Item item : List.copyOf(items).reversed()) {
      if (item.replaces().isEmpty() || seen.add(item.replaces())) {
        kept.addFirst(item);
      } else {
        bytes -= item.message().length;
      }
    }
    items = kept;
  }

  /// Puts messages before all that wait.
  public synchronized void lead(List<byte[]> messages) {
    for (byte[] message : messages.reversed()) {
      items.addFirst(new Item(message, ""));
      bytes += message.length;
    }
    notifyAll();
  }

  /// Forgets what waits.
  public synchronized void clear() {
    items.clear();
    bytes = 0;
    notifyAll();
  }

  /// How many bytes wait.
  public synchronized long waiting() {
    return bytes;
  }

  /// Waits until fewer bytes wait, or until it is closed.
  public synchronized void awaitBelow(long most) throws InterruptedException {
    while (bytes >= most && !closed) {
      wait();
    }
  }

  /// The next messages as one frame; waits for them, and is empty once it is closed.
  public synchronized Optional<byte[]> take() throws InterruptedException {
    while (items.isEmpty() && !closed) {
      wait();
    }
    return items.isEmpty() ? Optional.empty() : Optional.of(MessageBatch.write(next()));
  }

  private List<byte[]> next() {
    List<byte[]> batch = new ArrayList<>();
    long size = 0;
    do {
      byte[] message = items.removeFirst().message();
      batch.add(message);
      size += message.length;
    } while (!items.isEmpty() && size + items.getFirst().message().length <= BATCH_BYTES);
    bytes -= size;
    notifyAll();
    return batch;
  }

  /// Takes nothing more; what waits is still given out.
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
