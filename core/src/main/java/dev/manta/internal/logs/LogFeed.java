package dev.manta.internal.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A worker's log on its node, to be sent to the driver piece by piece. Where a worker prints
/// faster than pieces are asked for, what is old is left out, so that its newest lines arrive; the
/// file keeps all.
public final class LogFeed {
  static final int PIECE_BYTES = 256 << 10;
  static final long BEHIND_MAX = 4L << 20;

  /// Some bytes, and how many before them were left out.
  public record Piece(byte[] bytes, long leftOut) {}

  private final Path log;
  private long position;

  /// @param position from where on the log is new to the driver
  public LogFeed(Path log, long position) {
    this.log = log;
    this.position = position;
  }

  /// What comes next; empty where there is nothing new.
  public Optional<Piece> next() throws IOException {
    if (!Files.exists(log)) {
      return Optional.empty();
    }
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.READ)) {
      long behind = file.size() - position;
      return behind > 0 ? Optional.of(piece(file, behind)) : Optional.empty();
    }
  }

  private Piece piece(FileChannel file, long behind) throws IOException {
    long from = behind > BEHIND_MAX ? lineAfter(file, file.size() - PIECE_BYTES) : position;
    byte[] bytes = read(file, from);
    var piece = new Piece(bytes, from - position);
    position = from + bytes.length;
    return piece;
  }

  /// Where the next line begins, if one does soon.
  private static long lineAfter(FileChannel file, long from) throws IOException {
    byte[] bytes = read(file, from);
    for (int i = 0; i < bytes.length - 1; i++) {
      if (bytes[i] == '\n') {
        return from + i + 1;
      }
    }
    return from;
  }

  private static byte[] read(FileChannel file, long from) throws IOException {
    var bytes = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, file.size() - from));
    while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
      // until all of it is there
    }
    return java.util.Arrays.copyOf(bytes.array(), bytes.position());
  }
}
