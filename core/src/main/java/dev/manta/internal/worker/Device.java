package dev.manta.internal.worker;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// The GPU of a worker.
///
/// Which GPU is whose comes with the join message, as processes are alike until then. CUDA reads
/// its environment when it is loaded, which is later: so the worker narrows `CUDA_VISIBLE_DEVICES`
/// in its own process, and its device is always `cuda:0`. (Java's copy of the environment keeps the
/// old value.)
final class Device {
  private static final String CUDA = "cuda:";
  private static final String VISIBLE = "CUDA_VISIBLE_DEVICES";

  private Device() {}

  /// Makes only this device visible and gives its name within this process. `cuda:1` is the second
  /// of those that the driver saw.
  static String take(String device) {
    if (!device.startsWith(CUDA)) {
      return device;
    }
    int index = Integer.parseInt(device.substring(CUDA.length()));
    setVariable(VISIBLE, chosen(System.getenv(VISIBLE), index));
    return CUDA + 0;
  }

  static String chosen(@Nullable String visible, int index) {
    if (visible == null || visible.isBlank()) {
      return Integer.toString(index);
    }
    String[] entries = visible.split(",", -1);
    return index < entries.length ? entries[index].strip() : Integer.toString(index);
  }

  private static void setVariable(String name, String value) {
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
