package dev.manta.internal.wire;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One end of a pair of queues: a link within this process.
public final class QueueLink implements Link {
  private static final int FRAMES_MAX = 4096;
  private static final long RECHECK_MILLIS = 50;

  private final BlockingQueue<byte[]> out;
  private final BlockingQueue<byte[]> in;
  private final Ended ended;

  /// Shared by both ends.
  private static final class Ended {
    private volatile boolean yes;
  }

  private QueueLink(BlockingQueue<byte[]> out, BlockingQueue<byte[]> in, Ended ended) {
    this.out = out;
    this.in = in;
    this.ended = ended;
  }

  public static QueueLink open() {
    return new QueueLink(
        new ArrayBlockingQueue<>(FRAMES_MAX), new ArrayBlockingQueue<>(FRAMES_MAX), new Ended());
  }

  /// The other end.
  public QueueLink other() {
    return new QueueLink(in, out, ended);
  }

  @Override
  public void send(byte[] frame) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (!offer(frame)) {
        if (ended.yes) {
          throw new IOException("the other end is gone");
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean offer(byte[] frame) {
    try {
      return out.offer(frame, RECHECK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  /// What was sent before the end is still received.
  @Override
  public byte @Nullable [] receive() {
    while (true) {
      try {
        byte[] frame = in.poll(RECHECK_MILLIS, TimeUnit.MILLISECONDS);
        if (frame != null || (ended.yes && in.isEmpty())) {
          return frame;
        }
      } catch (InterruptedException e) {
        close();
      }
    }
  }

  @Override
  public Object writing() {
    return ended;
  }

  @Override
  public void close() {
    ended.yes = true;
  }
}
