package dev.manta.internal.collective;

import dev.manta.collective.ElementType;
import dev.manta.collective.Op;

/// What a rank says about its call before data moves: six longs. Payload (a weight, bytes to
/// allocate, or elements in unequal parts) and control word may differ between ranks, the rest must
/// agree.
@SuppressWarnings("EnumOrdinal") // ranks of a group run the same jars, so positions agree
public record CallHeader(
    long sequence, long signature, long count, long detail, long payload, long control) {
  /// The number of longs of a header.
  public static final int LONGS = 6;

  /// The detail of an allToAll with unequal parts, which are exchanged before the data.
  public static final long UNEQUAL = 1;

  private static final int NONE = 0xff;
  private static final CallKind[] KINDS = CallKind.values();
  private static final ElementType[] TYPES = ElementType.values();
  private static final Op[] OPS = Op.values();

  /// Packs what identifies a call; the root is 0 where there is none.
  public static long signature(CallKind kind, ElementType type, int root) {
    return signature(kind, type.ordinal(), NONE, root);
  }

  public static long signature(CallKind kind, ElementType type, Op op, int root) {
    return signature(kind, type.ordinal(), op.ordinal(), root);
  }

  public static long signature(CallKind kind) {
    return signature(kind, NONE, NONE, 0);
  }

  private static long signature(CallKind kind, int type, int op, int root) {
    return kind.ordinal() | (long) type << 8 | (long) op << 16 | (long) root << 32;
  }

  /// The weight of this rank in a weighted mean.
  public double weight() {
    return Double.longBitsToDouble(payload);
  }

  public CallKind kind() {
    return KINDS[(int) (signature & 0xff)];
  }

  /// Whether two ranks make the same call.
  public boolean agrees(CallHeader other) {
    return sequence == other.sequence
        && signature == other.signature
        && count == other.count
        && detail == other.detail;
  }

  /// Throws when a rank's call differs from rank 0's.
  public static void agree(CallHeader[] all) {
    for (int rank = 1; rank < all.length; rank++) {
      if (!all[0].agrees(all[rank])) {
        throw new CallMismatch(0, all[0], rank, all[rank]);
      }
    }
  }

  /// The highest control word.
  public static long control(CallHeader[] all) {
    long highest = Long.MIN_VALUE;
    for (CallHeader header : all) {
      highest = Math.max(highest, header.control);
    }
    return highest;
  }

  /// The call as the user wrote it, in one line.
  public String call() {
    return switch (kind()) {
      case GROUP -> "group(" + count + " ranks #" + Long.toHexString(detail) + ")";
      case SEND, RECEIVE -> arguments(kind());
      case ALL_REDUCE,
          WEIGHTED_MEAN,
          REDUCE,
          REDUCE_SCATTER,
          ALL_GATHER,
          BROADCAST,
          GATHER,
          SCATTER,
          ALL_TO_ALL,
          BARRIER,
          REDUCE_LANES,
          ALLOCATE ->
          arguments(kind()) + " as call " + sequence;
    };
  }

  /// The receiver's call: what it says of itself is what it wants to be sent.
  String receiving() {
    return arguments(CallKind.RECEIVE);
  }

  private String arguments(CallKind kind) {
    StringBuilder text = new StringBuilder(kind.label()).append('(');
    int type = (int) (signature >> 8 & 0xff);
    int op = (int) (signature >> 16 & 0xff);
    int root = (int) (signature >> 32);
    boolean unequal = kind == CallKind.ALL_TO_ALL && detail == UNEQUAL;
    if (type != NONE) {
      text.append(unequal ? payload : count).append(" x ").append(TYPES[type]);
    }
    if (op != NONE) {
      text.append(", ").append(OPS[op]);
    }
    if (hasRoot()) {
      text.append(", root ").append(root);
    }
    if (unequal) {
      text.append(" in unequal parts");
    } else if (detail != 0) {
      text.append(", parts #").append(Long.toHexString(detail));
    }
    return text.append(')').toString();
  }

  private boolean hasRoot() {
    return switch (kind()) {
      case REDUCE, BROADCAST, GATHER, SCATTER -> true;
      case ALL_REDUCE,
          WEIGHTED_MEAN,
          REDUCE_SCATTER,
          ALL_GATHER,
          ALL_TO_ALL,
          BARRIER,
          REDUCE_LANES,
          SEND,
          RECEIVE,
          ALLOCATE,
          GROUP ->
          false;
    };
  }
}
