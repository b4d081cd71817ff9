package dev.manta.internal.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The environment of this process as native libraries read it when they are loaded. Java's copy
/// keeps the old values.
public final class OwnEnvironment {
  private OwnEnvironment() {}

  /// Sets a variable, for libraries that are loaded from now on.
  public static void set(String name, String value) {
    Linker linker = Linker.nativeLinker();
    MethodHandle set =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("setenv"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      int _ = (int) set.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 1);
    } catch (Throwable e) {
      throw new IllegalStateException("setenv cannot be called", e);
    }
  }
}
