package dev.manta.internal.local;

import dev.manta.internal.wire.Frame;
import dev.manta.internal.wire.Link;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Frames on their way to one worker. A thread of its own writes them, so that a worker that does
/// not read, as a stopped process, holds up nobody.
///
/// Nobody is ended because it reads slowly: where very much waits, what a later frame of its kind
/// says again is left out, and of all else there is little.
final class FrameWriter {
  private static final int MANY = 100_000;
  private static final byte[] END = new byte[0];

  private final Deque<byte[]> frames = new ArrayDeque<>();
  private int tidyAt = MANY;

  /// Adds a frame, unless it is empty.
  synchronized void add(byte[] frame) {
    if (frame.length > 0) {
      frames.add(frame);
      tidyIfMany();
      notifyAll();
    }
  }

  private void tidyIfMany() {
    if (frames.size() >= tidyAt) {
      keepNewest();
      tidyAt = Math.max(MANY, 2 * frames.size());
    }
  }

  private void keepNewest() {
    List<byte[]> all = List.copyOf(frames);
    Set<Integer> seen = new HashSet<>();
    frames.clear();
    for (byte[] frame : all.reversed()) {
      if (!Frame.isReplacedByLater(frame) || seen.add(Frame.kind(frame))) {
        frames.addFirst(frame);
      }
    }
  }

  /// How many wait.
  synchronized int size() {
    return frames.size();
  }

  /// Writes frames to the link until [#end], or until the link breaks.
  void drainTo(Link link) {
    try {
      for (byte[] frame = take(); frame.length > 0; frame = take()) {
        link.send(frame);
      }
    } catch (IOException gone) {
      // the reader of this link sees the same and says so
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized byte[] take() throws InterruptedException {
    while (frames.isEmpty()) {
      wait();
    }
    return frames.removeFirst();
  }

  synchronized void end() {
    frames.clear();
    frames.add(END);
    notifyAll();
  }
}
