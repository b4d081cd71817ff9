package dev.manta.internal.wire;

/// The layout of a frame: `u32` length of what follows, `u8` version, `u8` type, `u32` attempt,
/// `u64` sequence, then the message's fields in order. Numbers are big-endian; a text is its `u32`
/// length in bytes and UTF-8; a list is its `u32` count and the elements.
public final class Frame {
  /// The version this code speaks.
  public static final int VERSION = 2;

  /// The largest frame, its length field included.
  public static final int BYTES_MAX = 16 << 20;

  static final int LENGTH_BYTES = 4;
  static final int HEADER_BYTES = LENGTH_BYTES + 1 + 1 + 4 + 8;

  private Frame() {}

  /// The number of a frame's message.
  public static int kind(byte[] frame) {
    return Byte.toUnsignedInt(frame[LENGTH_BYTES + 1]);
  }

  /// Whether a later frame of the same kind, from a controller, says all that this one does.
  public static boolean isReplacedByLater(byte[] frame) {
    return kind(frame) == FromController.ACK || kind(frame) == FromController.PING;
  }

  /// Whether a worker says in it that another one has died.
  public static boolean isOfADeath(byte[] frame) {
    return kind(frame) == FromWorker.PEER_DIED;
  }

  /// The size of a whole frame whose length field reads `length`; throws when it cannot be one.
  static int size(int length) {
    if (length < HEADER_BYTES - LENGTH_BYTES || length > BYTES_MAX - LENGTH_BYTES) {
      throw new WireException(
          "a frame of "
              + Integer.toUnsignedString(length)
              + " bytes is outside "
              + (HEADER_BYTES - LENGTH_BYTES)
              + " to "
              + (BYTES_MAX - LENGTH_BYTES)
              + "; the other side does not speak this protocol");
    }
    return LENGTH_BYTES + length;
  }
}
