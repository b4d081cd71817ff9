package dev.manta.xgboost.internal.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/// A function of XGBoost's C interface: gives 0, or has failed.
public final class NativeFunction {
  private final MethodHandle handle;

  private NativeFunction(MethodHandle handle) {
    this.handle = handle;
  }

  /// The function of a name.
  ///
  /// @param parameters a letter for each: `p` a pointer, `l` a long, `i` an int
  public static NativeFunction of(String name, String parameters) {
    MemoryLayout[] layouts =
        parameters.chars().mapToObj(NativeFunction::layout).toArray(MemoryLayout[]::new);
    MethodHandle plain =
        Linker.nativeLinker()
            .downcallHandle(XGBoostLibrary.symbol(name), FunctionDescriptor.of(JAVA_INT, layouts));
    return new NativeFunction(
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
  /// @throws XGBoostFailure where it fails
  public void call(Object... arguments) {
    if (status(arguments) != 0) {
      throw new XGBoostFailure(XGBoostLibrary.lastError());
    }
  }

  private int status(Object[] arguments) {
    try {
      return (int) handle.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a native call throws nothing", e);
    }
  }
}
