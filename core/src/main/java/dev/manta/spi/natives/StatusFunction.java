package dev.manta.spi.natives;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/// A function of a native library that returns a status, which is 0 when it has succeeded.
public final class StatusFunction {
  private final MethodHandle handle;

  private StatusFunction(MethodHandle handle) {
    this.handle = handle;
  }

  /// The function at an address.
  ///
  /// @param parameters a letter for each parameter: `p` a pointer, `l` a long, `i` an int
  public static StatusFunction of(MemorySegment address, String parameters) {
    MemoryLayout[] layouts =
        parameters.chars().mapToObj(StatusFunction::layout).toArray(MemoryLayout[]::new);
    MethodHandle plain =
        Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(JAVA_INT, layouts));
    return new StatusFunction(
        plain
            .asSpreader(Object[].class, layouts.length)
            .asType(MethodType.methodType(int.class, Object[].class)));
  }

  private static MemoryLayout layout(int letter) {
    return switch (letter) {
      case 'p' -> ADDRESS;
      case 'l' -> JAVA_LONG;
      case 'i' -> JAVA_INT;
      default -> throw new IllegalArgumentException("no parameter is a '" + (char) letter + "'");
    };
  }

  /// Calls it.
  ///
  /// @return the status
  public int call(Object... arguments) {
    try {
      return (int) handle.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a native call throws nothing", e);
    }
  }
}
