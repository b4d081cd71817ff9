package dev.manta.internal.collective;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Memory of this process in pages of 2 MB, on Linux: whoever goes through 100 MB of it meets 50
/// pages in place of 25,600, and sockets fill and empty it faster.
public final class LargePages {
  private static final long PAGE = 2 << 20;
  private static final int READ_AND_WRITE = 3;
  private static final int PRIVATE_AND_ANONYMOUS = 0x22;
  private static final int ADVICE = 14;
  private static final MethodHandle MAP =
      CLibrary.handle(
          "mmap",
          FunctionDescriptor.of(
              JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle ADVISE =
      CLibrary.handle("madvise", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
  private static final MethodHandle UNMAP =
      CLibrary.handle("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));

  private LargePages() {}

  /// Zeroed memory that lives as long as the arena. Where there are no large pages, or few would be
  /// filled, it is the arena's own.
  public static MemorySegment allocate(long bytes, long alignment, Arena arena) {
    return CLibrary.linux() && bytes >= 2 * PAGE && alignment <= PAGE
        ? mapped(bytes, arena)
        : arena.allocate(bytes, alignment);
  }

  private static MemorySegment mapped(long bytes, Arena arena) {
    long whole = bytes + PAGE;
    long start = map(whole);
    long aligned = (start + PAGE - 1) & -PAGE;
    advise(aligned, bytes & -PAGE);
    return MemorySegment.ofAddress(aligned).reinterpret(bytes, arena, _ -> unmap(start, whole));
  }

  private static long map(long bytes) {
    long start;
    try {
      start =
          (long)
              MAP.invokeExact(
                  MemorySegment.NULL, bytes, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0L);
    } catch (Throwable failure) {
      throw CLibrary.rethrow(failure);
    }
    if (start == -1) {
      throw new OutOfMemoryError("the system has no " + bytes + " bytes of memory left");
    }
    return start;
  }

  /// A system that does not take the advice gives small pages.
  private static void advise(long start, long bytes) {
    try {
      int _ = (int) ADVISE.invokeExact(start, bytes, ADVICE);
    } catch (Throwable failure) {
      throw CLibrary.rethrow(failure);
    }
  }

  private static void unmap(long start, long bytes) {
    try {
      int _ = (int) UNMAP.invokeExact(start, bytes);
    } catch (Throwable failure) {
      throw CLibrary.rethrow(failure);
    }
  }
}
