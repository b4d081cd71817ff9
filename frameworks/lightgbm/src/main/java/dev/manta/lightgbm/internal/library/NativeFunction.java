package dev.manta.lightgbm.internal.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// A function of LightGBM's library. What it returns says whether it has failed.
final class NativeFunction {
  private final String name;
  private final MethodHandle handle;

  private NativeFunction(String name, MethodHandle handle) {
    this.name = name;
    this.handle = handle;
  }

  /// @param signature a letter for each argument: `p` a pointer, `i` an int, `l` a long
  static NativeFunction of(SymbolLookup library, String name, String signature) {
    MemoryLayout[] arguments =
        signature.chars().mapToObj(NativeFunction::layout).toArray(MemoryLayout[]::new);
    MethodHandle handle =
        Linker.nativeLinker()
            .downcallHandle(
                library.findOrThrow("LGBM_" + name), FunctionDescriptor.of(JAVA_INT, arguments))
            .asSpreader(Object[].class, arguments.length);
    return new NativeFunction(name, handle);
  }

  private static MemoryLayout layout(int letter) {
    return switch (letter) {
      case 'p' -> ADDRESS;
      case 'i' -> JAVA_INT;
      case 'l' -> JAVA_LONG;
      default -> throw new IllegalArgumentException("no argument is a " + (char) letter);
    };
  }

  /// @param lastError gives what went wrong on this thread
  void call(MethodHandle lastError, Object... arguments) {
    try {
      if ((int) handle.invoke(arguments) != 0) {
        throw new LightGBMError(name, text((MemorySegment) lastError.invoke()));
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(name + " cannot be called", e);
    }
  }

  private static String text(MemorySegment address) {
    return address.reinterpret(Integer.MAX_VALUE).getString(0);
  }
}
