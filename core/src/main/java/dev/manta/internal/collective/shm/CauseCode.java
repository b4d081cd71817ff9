package dev.manta.internal.collective.shm;

import dev.manta.collective.Cause;

/// A cause as one word: what, about which rank, and whose page holds the text.
final class CauseCode {
  private CauseCode() {}

  static long encode(Cause cause, int author) {
    return switch (cause) {
      case Cause.PeerDied(int rank) -> word(1, rank, author);
      case Cause.PeerLeft(int rank) -> word(2, rank, author);
      case Cause.Requested _ -> word(3, 0, author);
      case Cause.TimedOut(int rank, _) -> word(4, rank, author);
      case Cause.Mismatched _ -> word(5, 0, author);
      case Cause.LinkLost(int rank, _) -> word(6, rank, author);
    };
  }

  static Cause decode(long word, String reason) {
    int rank = (int) (word >> 8 & 0xffffff);
    return switch ((int) (word & 0xff)) {
      case 1 -> new Cause.PeerDied(rank);
      case 2 -> new Cause.PeerLeft(rank);
      case 4 -> new Cause.TimedOut(rank, reason);
      case 5 -> new Cause.Mismatched(reason);
      case 6 -> new Cause.LinkLost(rank, reason);
      default -> new Cause.Requested(reason);
    };
  }

  static int author(long word) {
    return (int) (word >> 32);
  }

  private static long word(int kind, int rank, int author) {
    return kind | (long) rank << 8 | (long) author << 32;
  }
}
