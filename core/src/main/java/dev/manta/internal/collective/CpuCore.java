package dev.manta.internal.collective;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The core that a thread runs on, on Linux.
///
/// Who is woken often finds itself on the core of who woke it, and two ranks that keep handing one
/// core to each other look busy enough to be left there for a tenth of a second while another core
/// idles.
public final class CpuCore {
  private static final boolean AVAILABLE = CLibrary.linux();
  private static final long MASK_BYTES = 128;
  private static final FunctionDescriptor AFFINITY =
      FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle CURRENT =
      CLibrary.handle(
          "sched_getcpu", FunctionDescriptor.of(JAVA_INT), Linker.Option.critical(false));
  private static final MethodHandle ALLOWED = CLibrary.handle("sched_getaffinity", AFFINITY);
  private static final MethodHandle ALLOW = CLibrary.handle("sched_setaffinity", AFFINITY);

  private CpuCore() {}

  /// Whether a thread can be moved here.
  public static boolean available() {
    return AVAILABLE;
  }

  /// Moves this thread to another core if it may run on one.
  public static void leave() {
    leave(current());
  }

  /// The number of the core that this thread runs on.
  public static int current() {
    try {
      return (int) CURRENT.invokeExact();
    } catch (Throwable failure) {
      throw CLibrary.rethrow(failure);
    }
  }

  /// Moves this thread to another core if it may run on one; where it may run stays as it was.
  public static void leave(int core) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, 8);
      if (core < 0 || core >= MASK_BYTES * 8 || !call(ALLOWED, mask)) {
        return;
      }
      byte before = mask.get(JAVA_BYTE, core / 8);
      mask.set(JAVA_BYTE, core / 8, (byte) (before & ~(1 << core % 8)));
      if (call(ALLOW, mask)) {
        mask.set(JAVA_BYTE, core / 8, before);
        call(ALLOW, mask);
      }
    }
  }

  /// Applies to the calling thread; says whether it worked, which it does not for an empty mask.
  private static boolean call(MethodHandle call, MemorySegment mask) {
    try {
      return (int) call.invokeExact(0, MASK_BYTES, mask) == 0;
    } catch (Throwable failure) {
      throw CLibrary.rethrow(failure);
    }
  }
}
