package dev.manta.internal.control;

import dev.manta.internal.wire.FailureInLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Reads what workers print from their log files and passes the lines on, but for what their
/// functions threw: that is told as a failure.
final class LogFollower implements AutoCloseable {
  private static final int PERIOD_MILLIS = 100;
  private static final int CHUNK_BYTES = 64 << 10;

  /// Takes a line of a rank.
  interface Lines {
    void line(int rank, String line);
  }

  private final Lines lines;
  private final List<Followed> followed = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  LogFollower(Lines lines) {
    this.lines = lines;
    this.thread = new Thread(this::serve, "manta-logs");
    thread.setDaemon(true);
    thread.start();
  }

  void follow(int rank, Path log) {
    followed.add(new Followed(rank, log, 0));
  }

  /// Follows a log from where it ends now.
  void followOn(int rank, Path log) {
    try {
      followed.add(new Followed(rank, log, Files.size(log)));
    } catch (IOException notThere) {
      follow(rank, log);
    }
  }

  private void serve() {
    try {
      while (!closing.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        followed.forEach(Followed::read);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    followed.forEach(Followed::read);
    followed.forEach(Followed::end);
  }

  /// Reads what is left, and ends.
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// One log file and how far it was read.
  private final class Followed {
    private final int rank;
    private final Path log;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    private long position;

    Followed(int rank, Path log, long position) {
      this.rank = rank;
      this.log = log;
      this.position = position;
    }

    void read() {
      try {
        if (Files.exists(log) && Files.size(log) > position) {
          readOn();
        }
      } catch (IOException e) {
        // a log that cannot be read now may be readable at the next look; training continues
      }
    }

    private void readOn() throws IOException {
      try (SeekableByteChannel channel = Files.newByteChannel(log)) {
        channel.position(position);
        for (int count = channel.read(chunk); count > 0; count = channel.read(chunk)) {
          position += count;
          pass();
        }
      }
    }

    /// Passes whole lines on and keeps the rest; a line longer than the buffer is cut.
    private void pass() {
      byte[] bytes = chunk.array();
      int from = 0;
      for (int i = 0; i < chunk.position(); i++) {
        if (bytes[i] == '\n') {
          tell(bytes, from, i);
          from = i + 1;
        }
      }
      if (from == 0 && !chunk.hasRemaining()) {
        tell(bytes, 0, chunk.position());
        from = chunk.position();
      }
      int rest = chunk.position() - from;
      System.arraycopy(bytes, from, bytes, 0, rest);
      chunk.position(rest);
    }

    private void tell(byte[] bytes, int from, int to) {
      String line = new String(bytes, from, to - from, StandardCharsets.UTF_8);
      if (!FailureInLog.isPart(line)) {
        lines.line(rank, line);
      }
    }

    void end() {
      if (chunk.position() > 0) {
        tell(chunk.array(), 0, chunk.position());
        chunk.clear();
      }
    }
  }
}
