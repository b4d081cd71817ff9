package dev.manta.torch.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.manta.torch.internal.Natives;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

/// Errors of PyTorch's that people meet.
class ErrorAdviceTest {
  @Test
  void outOfMemorySaysWhatToChange() {
    Natives.load();
    RuntimeException thrown =
        catchThrowableOfType(RuntimeException.class, () -> torch.zeros(1L << 45).close());
    assertThat(ErrorAdvice.of(thrown).orElseThrow())
        .startsWith("out of memory on the machine (tried to allocate 140737.49 GB): use a smaller")
        .contains("torch.noSync()");
    assertThat(ErrorAdvice.explain(thrown))
        .hasMessageStartingWith("out of memory")
        .hasSuppressedException(thrown)
        .extracting(Throwable::getStackTrace)
        .isEqualTo(thrown.getStackTrace());
  }

  @Test
  void outOfMemoryOnAGpuSaysHowMuch() {
    var thrown =
        new RuntimeException(
            "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 139.8"
                + " GiB.");
    assertThat(ErrorAdvice.of(thrown).orElseThrow())
        .startsWith("out of memory on the GPU (Tried to allocate 2.00 GiB)");
  }

  @Test
  void whatCannotBeExactOnAGpuIsNamed() {
    var thrown =
        new RuntimeException(
            "adaptive_avg_pool2d_backward_cuda does not have a deterministic implementation, but"
                + " you set 'torch.use_deterministic_algorithms(True)'.");
    assertThat(ErrorAdvice.of(thrown).orElseThrow())
        .startsWith("exact mode: adaptive_avg_pool2d_backward_cuda sums in whatever order")
        .contains("use another operator or the CPU");
  }

  @Test
  void aMessageOfManyMegabytesIsNotSearchedToItsEnd() {
    Duration before = cpuTime();
    assertThat(ErrorAdvice.of(new RuntimeException("x".repeat(17_000_000)))).isEmpty();
    assertThat(cpuTime().minus(before)).isLessThan(Duration.ofSeconds(10));
  }

  /// How much of a core this thread has used: that is the same on a busy machine.
  private static Duration cpuTime() {
    return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }

  @Test
  void otherErrorsStayAsTheyAre() {
    assertThat(ErrorAdvice.of(new RuntimeException("shapes differ"))).isEmpty();
  }
}
