package dev.manta.internal.machine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// How much a thread gives way to others, which on Linux each thread has of its own.
public final class ThreadNiceness {
  private static final int OF_A_THREAD = 0;
  private static final int CALLER = 0;
  private static final int SOME = 5;

  private ThreadNiceness() {}

  /// Lets the calling thread have a third of what others get, not nothing: on a machine that is
  /// busy all the time it would never be done. It does not get that back. Where the system cannot,
  /// nothing happens.
  public static void giveWay() {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> call = linker.defaultLookup().find("setpriority");
    boolean linux = System.getProperty("os.name", "").equals("Linux");
    if (linux && call.isPresent()) {
      var type =
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT);
      invoke(linker.downcallHandle(call.get(), type));
    }
  }

  private static void invoke(MethodHandle setPriority) {
    try {
      int _ = (int) setPriority.invokeExact(OF_A_THREAD, CALLER, SOME);
    } catch (Throwable e) {
      throw new IllegalStateException("setpriority cannot be called", e);
    }
  }
}
