package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// What ranks tell each other beside their operations.
sealed interface PeerNews {
  /// The longest text that travels.
  int TEXT_MAX = 4096;

  /// Kind, rank, length of the text.
  int HEAD = 12;

  /// The group is over.
  record Ended(Cause cause) implements PeerNews {}

  /// This rank leaves in order.
  record Left() implements PeerNews {}

  /// This rank lives.
  record Beat() implements PeerNews {}

  /// Where in the user's program this rank made the call that differs.
  record Place(String text) implements PeerNews {}

  default byte[] bytes() {
    return switch (this) {
      case Ended(Cause.PeerDied(int rank)) -> bytes(1, rank, "");
      case Ended(Cause.PeerLeft(int rank)) -> bytes(2, rank, "");
      case Ended(Cause.Requested(String reason)) -> bytes(3, 0, reason);
      case Ended(Cause.TimedOut(int rank, String reason)) -> bytes(4, rank, reason);
      case Ended(Cause.Mismatched(String reason)) -> bytes(5, 0, reason);
      case Ended(Cause.LinkLost(int rank, String reason)) -> bytes(6, rank, reason);
      case Left() -> bytes(7, 0, "");
      case Place(String text) -> bytes(8, 0, text);
      case Beat() -> bytes(9, 0, "");
    };
  }

  private static byte[] bytes(int kind, int rank, String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(encoded.length, TEXT_MAX);
    return ByteBuffer.allocate(HEAD + length)
        .putInt(kind)
        .putInt(rank)
        .putInt(length)
        .put(encoded, 0, length)
        .array();
  }

  static PeerNews of(int kind, int rank, String text) throws IOException {
    return switch (kind) {
      case 1 -> new Ended(new Cause.PeerDied(rank));
      case 2 -> new Ended(new Cause.PeerLeft(rank));
      case 3 -> new Ended(new Cause.Requested(text));
      case 4 -> new Ended(new Cause.TimedOut(rank, text));
      case 5 -> new Ended(new Cause.Mismatched(text));
      case 6 -> new Ended(new Cause.LinkLost(rank, text));
      case 7 -> new Left();
      case 8 -> new Place(text);
      case 9 -> new Beat();
      default -> throw new IOException("news of unknown kind " + kind);
    };
  }
}
