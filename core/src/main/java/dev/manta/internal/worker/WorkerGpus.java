package dev.manta.internal.worker;

import dev.manta.internal.machine.OwnEnvironment;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The GPUs of a worker, most often one.
///
/// Which GPU is whose comes with the join message, as processes are alike until then. CUDA reads
/// its environment when it is loaded, which is later: so the worker narrows `CUDA_VISIBLE_DEVICES`
/// in its own process, and its first device is always `cuda:0`. (Java's copy of the environment
/// keeps the old value.)
final class WorkerGpus {
  private static final String CUDA = "cuda:";
  private static final String VISIBLE = "CUDA_VISIBLE_DEVICES";

  private WorkerGpus() {}

  /// Makes only these devices visible and gives the name of the first within this process. `cuda:1`
  /// is the second of those that the driver saw, `cuda:2,3` are the third and fourth; with `cuda:`
  /// none is visible, and the processor is left.
  static String take(String device) {
    if (!device.startsWith(CUDA)) {
      return device;
    }
    String visible = visible(System.getenv(VISIBLE), device.substring(CUDA.length()));
    OwnEnvironment.set(VISIBLE, visible);
    return visible.isEmpty() ? "cpu" : CUDA + 0;
  }

  /// What stays visible of what the driver saw: the devices of these numbers.
  static String visible(@Nullable String before, String numbers) {
    return Arrays.stream(numbers.split(",", -1))
        .filter(number -> !number.isEmpty())
        .map(number -> chosen(before, Integer.parseInt(number)))
        .collect(Collectors.joining(","));
  }

  static String chosen(@Nullable String visible, int index) {
    if (visible == null || visible.isBlank()) {
      return Integer.toString(index);
    }
    String[] entries = visible.split(",", -1);
    return index < entries.length ? entries[index].strip() : Integer.toString(index);
  }
}
