package dev.manta.internal.local;

import dev.manta.internal.wire.Link;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;

/// Frames on their way to one worker. A thread of its own writes them, so that a worker that does
/// not read, as a stopped process, holds up nobody.
final class FrameWriter {
  private static final int FRAMES_MAX = 100_000;
  private static final byte[] END = new byte[0];

  private final LinkedBlockingQueue<byte[]> frames = new LinkedBlockingQueue<>(FRAMES_MAX);

  /// Adds a frame, unless it is empty; false when the worker has not read for so long that nothing
  /// more fits.
  boolean add(byte[] frame) {
    return frame.length == 0 || frames.offer(frame);
  }

  /// Writes frames to the link until [#end], or until the link breaks.
  void drainTo(Link link) {
    try {
      for (byte[] frame = frames.take(); frame.length > 0; frame = frames.take()) {
        link.send(frame);
      }
    } catch (IOException gone) {
      // the reader of this link sees the same and says so
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void end() {
    frames.clear();
    frames.add(END);
  }
}
