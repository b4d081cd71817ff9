package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.api.Test;

/// Which GPU a worker makes visible.
class WorkerGpusTest {
  @Test
  void withoutAVariableTheNumberIsTheDevice() {
    assertThat(WorkerGpus.chosen(null, 1)).isEqualTo("1");
  }

  @Test
  void theNumberCountsWithinWhatTheDriverSaw() {
    assertThat(WorkerGpus.chosen("4, 6", 1)).isEqualTo("6");
    assertThat(WorkerGpus.chosen("GPU-a,GPU-b", 0)).isEqualTo("GPU-a");
  }

  @Test
  void severalDevicesAreVisibleInTheirOrder() {
    assertThat(WorkerGpus.visible(null, "2,3")).isEqualTo("2,3");
    assertThat(WorkerGpus.visible("4,6,GPU-a", "1,2")).isEqualTo("6,GPU-a");
  }

  @Test
  void noDevicesAreNoneWhateverTheDriverSaw() {
    assertThat(WorkerGpus.visible(null, "")).isEmpty();
    assertThat(WorkerGpus.visible("4,6", "")).isEmpty();
  }

  @Test
  void whoSeesNoDeviceWorksOnTheProcessor() throws Throwable {
    assertThat(WorkerGpus.take("cuda:")).isEqualTo("cpu");
    assertThat(inLibraries("CUDA_VISIBLE_DEVICES")).isEmpty();
  }

  /// A variable as native libraries read it; one that is not set fails.
  private static String inLibraries(String variable) throws Throwable {
    Linker linker = Linker.nativeLinker();
    MethodHandle get =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("getenv"),
            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      var value = (MemorySegment) get.invokeExact(arena.allocateFrom(variable));
      assertThat(value).as(variable).isNotEqualTo(MemorySegment.NULL);
      return value.reinterpret(Long.MAX_VALUE).getString(0);
    }
  }

  @Test
  void theProcessorNeedsNothing() {
    assertThat(WorkerGpus.take("cpu")).isEqualTo("cpu");
  }
}
