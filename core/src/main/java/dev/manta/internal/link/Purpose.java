package dev.manta.internal.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/// What a link is for: one listener serves them all, and the first frame of a link says it.
public enum Purpose {
  /// A driver asks a head for nodes.
  HEAD(1),
  /// A driver has workers on a node.
  NODE(2),
  /// A node asks a head to be let into the cluster.
  JOIN(3);

  private static final byte[] MAGIC = {'m', 'n', 't', 'a'};
  private static final int BYTES = MAGIC.length + 1 + Short.BYTES;

  private final int code;

  Purpose(int code) {
    this.code = code;
  }

  /// What a caller wants.
  ///
  /// @param version of the protocol that it speaks for that
  public record Wanted(Purpose purpose, int version) {}

  /// The first frame of a link.
  ///
  /// @param version of the protocol that is spoken for that
  public byte[] frame(int version) {
    ByteBuffer frame = ByteBuffer.allocate(BYTES);
    return frame.put(MAGIC).put((byte) code).putShort((short) version).array();
  }

  /// Hears what a caller wants; it has so long to say it.
  public static Wanted heard(ResumableLink link, Duration limit)
      throws IOException, InterruptedException {
    Optional<byte[]> first = link.receive(limit);
    if (first.isEmpty()) {
      throw new LinkViolation("it did not say what it wants within " + limit.toMillis() + " ms");
    }
    return read(first.get());
  }

  static Wanted read(byte[] frame) throws LinkViolation {
    if (frame.length != BYTES || !Arrays.equals(frame, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new LinkViolation("its first frame does not say what it wants");
    }
    ByteBuffer rest = ByteBuffer.wrap(frame, MAGIC.length, BYTES - MAGIC.length);
    int wanted = Byte.toUnsignedInt(rest.get());
    for (Purpose purpose : values()) {
      if (purpose.code == wanted) {
        return new Wanted(purpose, Short.toUnsignedInt(rest.getShort()));
      }
    }
    throw new LinkViolation("it wants " + wanted + ", which nobody here knows");
  }
}
