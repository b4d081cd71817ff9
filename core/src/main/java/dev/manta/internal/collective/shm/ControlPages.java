package dev.manta.internal.collective.shm;

import dev.manta.collective.Cause;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallMismatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// The words of a group that all its ranks see: a page for the group, then a page per rank, which
/// only that rank writes. All memory of a new group is zero.
final class ControlPages {
  static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  private static final long PAGE = 4096;
  private static final long ABORT = 0;
  private static final long BELL = 128;
  private static final long SLEEPERS = 192;
  private static final long CROWDED = 256;

  private static final long STEP = 0;
  private static final long ARRIVED = 8;
  private static final long LEFT = 64;
  private static final long EXPLAINED = 72;
  private static final long CORE = 80;
  private static final long HEADERS = 128;
  private static final long HEADER_BYTES = 64;
  private static final long PLACE = 512;
  private static final long REASON = 2048;
  private static final long GROUPING = 3584;
  private static final long GROUPING_NUMBER = GROUPING + 8;
  private static final long GROUPING_MEMBERS = GROUPING + 16;
  private static final int MEMBERS_MAX = 120;
  private static final int TEXT_MAX = 1500;

  private static final int IN = CallHeader.LONGS;
  private static final int OUT = CallHeader.LONGS + 1;

  private final MemorySegment memory;
  private final int ranks;

  ControlPages(MemorySegment memory, int ranks) {
    this.memory = memory;
    this.ranks = ranks;
  }

  static long bytes(int ranks) {
    return PAGE * (1 + ranks);
  }

  int ranks() {
    return ranks;
  }

  private static long page(int rank) {
    return PAGE * (1 + rank);
  }

  /// Notes whether there are more ranks than cores; rank 0 does so before anybody calls anything.
  void crowded(boolean crowded) {
    memory.set(ValueLayout.JAVA_INT, CROWDED, crowded ? 1 : 0);
  }

  boolean isCrowded() {
    return memory.get(ValueLayout.JAVA_INT, CROWDED) != 0;
  }

  /// How many barriers a rank has reached.
  long step(int rank) {
    return (long) LONG.getAcquire(memory, page(rank) + STEP);
  }

  void step(int rank, long step) {
    LONG.setVolatile(memory, page(rank) + STEP, step);
  }

  boolean left(int rank) {
    return (long) LONG.getAcquire(memory, page(rank) + LEFT) != 0;
  }

  void leave(int rank) {
    LONG.setVolatile(memory, page(rank) + LEFT, 1L);
  }

  /// The core that a rank last waited on; -1 if it never did.
  int core(int rank) {
    return (int) INT.getOpaque(memory, page(rank) + CORE) - 1;
  }

  void core(int rank, int core) {
    INT.setOpaque(memory, page(rank) + CORE, core + 1);
  }

  /// Posts a header where others read it until two calls later.
  void post(int rank, CallHeader header, long in, long out, long now) {
    long at = header(rank, header.sequence());
    set(at, 0, header.sequence());
    set(at, 1, header.signature());
    set(at, 2, header.count());
    set(at, 3, header.detail());
    set(at, 4, header.payload());
    set(at, 5, header.control());
    set(at, IN, in);
    set(at, OUT, out);
    memory.set(ValueLayout.JAVA_LONG, arrived(rank, header.sequence()), now);
  }

  /// Throws when a rank's call differs from rank 0's.
  void agree(long sequence) {
    for (int rank = 1; rank < ranks; rank++) {
      if (differs(header(0, sequence), header(rank, sequence))) {
        throw new CallMismatch(0, read(0, sequence), rank, read(rank, sequence));
      }
    }
  }

  private boolean differs(long one, long other) {
    return get(one, 0) != get(other, 0)
        || get(one, 1) != get(other, 1)
        || get(one, 2) != get(other, 2)
        || get(one, 3) != get(other, 3);
  }

  private CallHeader read(int rank, long sequence) {
    long at = header(rank, sequence);
    return new CallHeader(get(at, 0), get(at, 1), get(at, 2), get(at, 3), get(at, 4), get(at, 5));
  }

  long payload(int rank, long sequence) {
    return get(header(rank, sequence), 4);
  }

  /// The weights of all ranks.
  double[] weights(long sequence) {
    double[] weights = new double[ranks];
    Arrays.setAll(weights, rank -> Double.longBitsToDouble(payload(rank, sequence)));
    return weights;
  }

  long control(long sequence) {
    long highest = Long.MIN_VALUE;
    for (int rank = 0; rank < ranks; rank++) {
      highest = Math.max(highest, get(header(rank, sequence), 5));
    }
    return highest;
  }

  long in(int rank, long sequence) {
    return get(header(rank, sequence), IN);
  }

  long out(int rank, long sequence) {
    return get(header(rank, sequence), OUT);
  }

  /// The rank that posted its header last.
  int last(long sequence) {
    int last = 0;
    for (int rank = 1; rank < ranks; rank++) {
      if (arrivedAt(rank, sequence) - arrivedAt(last, sequence) > 0) {
        last = rank;
      }
    }
    return last;
  }

  private long arrivedAt(int rank, long sequence) {
    return memory.get(ValueLayout.JAVA_LONG, arrived(rank, sequence));
  }

  /// Beside the step, so that reading it costs no further cache line.
  private static long arrived(int rank, long sequence) {
    return page(rank) + ARRIVED + (sequence & 1) * 8;
  }

  private static long header(int rank, long sequence) {
    return page(rank) + HEADERS + (sequence & 1) * HEADER_BYTES;
  }

  private long get(long at, int index) {
    return memory.get(ValueLayout.JAVA_LONG, at + 8L * index);
  }

  private void set(long at, int index, long value) {
    memory.set(ValueLayout.JAVA_LONG, at + 8L * index, value);
  }

  /// Says in which making of a group a rank is: the name of its members, and its number among those
  /// of that name. A group of very many ranks is not said.
  void grouping(int rank, long name, long number, int[] members) {
    if (members.length <= MEMBERS_MAX) {
      long at = page(rank);
      memory.set(ValueLayout.JAVA_INT, at + GROUPING_MEMBERS, members.length);
      for (int i = 0; i < members.length; i++) {
        memory.set(ValueLayout.JAVA_INT, at + GROUPING_MEMBERS + 4L * (i + 1), members[i]);
      }
      memory.set(ValueLayout.JAVA_LONG, at + GROUPING_NUMBER, number);
      LONG.setVolatile(memory, at + GROUPING, name);
    }
  }

  void grouped(int rank) {
    LONG.setVolatile(memory, page(rank) + GROUPING, 0L);
  }

  /// The name of the group that a rank is making; 0 for none.
  long grouping(int rank) {
    return (long) LONG.getAcquire(memory, page(rank) + GROUPING);
  }

  long groupingNumber(int rank) {
    return memory.get(ValueLayout.JAVA_LONG, page(rank) + GROUPING_NUMBER);
  }

  /// How many make a group with a rank.
  int groupingSize(int rank) {
    return memory.get(ValueLayout.JAVA_INT, page(rank) + GROUPING_MEMBERS);
  }

  /// Whether a rank makes a group with another.
  boolean groupsWith(int rank, int other) {
    for (int i = 1; i <= Math.min(groupingSize(rank), MEMBERS_MAX); i++) {
      if (memory.get(ValueLayout.JAVA_INT, page(rank) + GROUPING_MEMBERS + 4L * i) == other) {
        return true;
      }
    }
    return false;
  }

  /// The newest header of a rank.
  CallHeader newest(int rank) {
    CallHeader even = read(rank, 0);
    CallHeader odd = read(rank, 1);
    return even.sequence() > odd.sequence() ? even : odd;
  }

  /// Tells the others where this rank made its call.
  void explain(int rank, String place) {
    write(page(rank) + PLACE, place);
    LONG.setVolatile(memory, page(rank) + EXPLAINED, 1L);
  }

  Optional<String> explanation(int rank) {
    return (long) LONG.getAcquire(memory, page(rank) + EXPLAINED) == 0
        ? Optional.empty()
        : Optional.of(text(page(rank) + PLACE));
  }

  /// Ends the group unless it has ended already. Threads of one rank share the page of the reason.
  synchronized void abort(int rank, Cause cause) {
    if (abortWord() != 0) {
      return;
    }
    write(page(rank) + REASON, cause.reason());
    LONG.compareAndSet(memory, ABORT, 0L, CauseCode.encode(cause, rank));
  }

  boolean isAborted() {
    return abortWord() != 0;
  }

  /// Why the group ended.
  Optional<Cause> aborted() {
    long word = abortWord();
    return word == 0
        ? Optional.empty()
        : Optional.of(CauseCode.decode(word, text(page(CauseCode.author(word)) + REASON)));
  }

  private long abortWord() {
    return (long) LONG.getAcquire(memory, ABORT);
  }

  private void write(long at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, TEXT_MAX);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at + 4, length);
    memory.set(ValueLayout.JAVA_INT, at, length);
  }

  private String text(long at) {
    byte[] bytes = new byte[Math.clamp(memory.get(ValueLayout.JAVA_INT, at), 0, TEXT_MAX)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + 4, bytes, 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// The word that sleepers wait on.
  MemorySegment bell() {
    return memory.asSlice(BELL, 4);
  }

  int rung() {
    return (int) INT.getVolatile(memory, BELL);
  }

  void sleepers(int change) {
    int ignored = (int) INT.getAndAdd(memory, SLEEPERS, change);
  }

  boolean someoneSleeps() {
    return (int) INT.getVolatile(memory, SLEEPERS) != 0;
  }

  void ring() {
    int ignored = (int) INT.getAndAdd(memory, BELL, 1);
  }
}
