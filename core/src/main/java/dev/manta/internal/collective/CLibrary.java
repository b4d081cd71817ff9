package dev.manta.internal.collective;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/// The C library, as far as shared memory needs it.
public final class CLibrary {
  private CLibrary() {}

  /// Linux, and not told to do without it.
  public static boolean linux() {
    return System.getProperty("os.name").equals("Linux");
  }

  public static MethodHandle handle(
      String name, FunctionDescriptor type, Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
  }

  /// What a method handle threw, which is never checked here.
  public static RuntimeException rethrow(Throwable failure) {
    return switch (failure) {
      case RuntimeException unchecked -> unchecked;
      case Error error -> throw error;
      default -> new IllegalStateException("a native call failed", failure);
    };
  }
}
