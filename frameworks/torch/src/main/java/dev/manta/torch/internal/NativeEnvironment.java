package dev.manta.torch.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Environment variables of this process as native libraries see them.
public final class NativeEnvironment {
  private NativeEnvironment() {}

  /// Sets a variable that the user has not set. Must come before the library reads it.
  public static void set(String name, String value) {
    var linker = Linker.nativeLinker();
    var address = linker.defaultLookup().find("setenv");
    if (address.isEmpty()) {
      return;
    }
    var setenv =
        linker.downcallHandle(
            address.get(),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    try (var arena = Arena.ofConfined()) {
      MemorySegment key = arena.allocateFrom(name);
      int status = (int) setenv.invokeExact(key, arena.allocateFrom(value), 0);
      assert status == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("setenv " + name + " failed", e);
    }
  }
}
