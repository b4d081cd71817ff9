package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import org.junit.jupiter.api.Test;

class DevicesTest {
  @Test
  void theCpuIsAlwaysThere() {
    assertThat(Devices.named("cpu").is_cpu()).isTrue();
  }

  @Test
  void aGpuNeedsTheBuildForCuda() {
    assertThatThrownBy(() -> Devices.check("cuda:0", 0, false, 0))
        .isInstanceOf(MantaException.class)
        .hasMessageContainingAll("given cuda:0", "want pytorch for linux-x86_64-gpu", "-Pcuda");
  }

  @Test
  void aGpuThatTheDriverDoesNotShowIsNamed() {
    assertThatThrownBy(() -> Devices.check("cuda:1", 1, true, 1))
        .isInstanceOf(MantaException.class)
        .hasMessageContainingAll("given cuda:1", "want 2 visible GPUs, have 1", "nvidia-smi");
    assertThatCode(() -> Devices.check("cuda:1", 1, true, 2)).doesNotThrowAnyException();
  }
}
