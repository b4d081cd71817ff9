package dev.manta.internal.collective.shm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.manta.internal.collective.CLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/// Linux's wait on a word of shared memory.
public final class Futex {
  private static final int WAIT = 0;
  private static final int WAKE = 1;
  private static final boolean AVAILABLE = CLibrary.linux() && number() > 0;
  private static final MethodHandle SYSCALL =
      CLibrary.handle(
          "syscall",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG),
          Linker.Option.firstVariadicArg(1));

  private Futex() {}

  public static boolean available() {
    return AVAILABLE;
  }

  /// Sleeps until woken, or at once when the word differs, or until the time is over.
  static void await(MemorySegment word, int expected, MemorySegment time, long nanos) {
    time.set(JAVA_LONG, 0, nanos / 1_000_000_000L);
    time.set(JAVA_LONG, 8, nanos % 1_000_000_000L);
    call(word, WAIT, expected, time);
  }

  /// Wakes everybody who sleeps on the word.
  static void wake(MemorySegment word) {
    call(word, WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
  }

  private static void call(MemorySegment word, int operation, int value, MemorySegment time) {
    try {
      long ignored =
          (long)
              SYSCALL.invokeExact(
                  (long) number(),
                  word,
                  (long) operation,
                  (long) value,
                  time,
                  MemorySegment.NULL,
                  0L);
    } catch (Throwable failure) {
      throw CLibrary.rethrow(failure);
    }
  }

  private static int number() {
    return switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> 202;
      case "aarch64", "riscv64" -> 98;
      default -> 0;
    };
  }
}
