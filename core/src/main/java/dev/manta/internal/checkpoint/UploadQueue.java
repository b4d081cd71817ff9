package dev.manta.internal.checkpoint;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/// What a rank has on its way to storage: one after the other, and only so much that training waits
/// for it in the end.
public final class UploadQueue<J> {
  private final int pendingMax;
  private final Deque<J> waiting = new ArrayDeque<>();
  private int pending;
  private boolean busy;

  public UploadQueue(int pendingMax) {
    this.pendingMax = pendingMax;
  }

  public boolean hasRoom() {
    return pending < pendingMax;
  }

  /// Whether everything is stored, or could not be.
  public boolean isEmpty() {
    return pending == 0;
  }

  /// Adds the next; says whether somebody has to begin with [#next].
  public boolean add(J job) {
    waiting.add(job);
    pending++;
    boolean begins = !busy;
    busy = true;
    return begins;
  }

  /// Something is stored beside the others.
  public void beside() {
    pending++;
  }

  /// What is to be stored now; nothing ends it. What an attempt that is over has not begun to store
  /// is dropped.
  public Optional<J> next(boolean over, Consumer<J> dropped) {
    while (over && !waiting.isEmpty()) {
      dropped.accept(waiting.remove());
      pending--;
    }
    Optional<J> next = Optional.ofNullable(waiting.poll());
    busy = next.isPresent();
    return next;
  }

  /// What was to be stored is, or could not be.
  public void done() {
    pending--;
  }
}
