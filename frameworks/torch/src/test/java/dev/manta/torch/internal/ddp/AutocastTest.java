package dev.manta.torch.internal.ddp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.internal.Devices;
import dev.manta.torch.nn.Linear;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/// Lower precision lasts as long as its scope.
class AutocastTest {
  @Test
  void operatorsComputeInBfloat16UntilItIsClosed() {
    var linear = new Linear(8, 4);
    try (var _ = Autocast.bfloat16(Devices.named("cpu"))) {
      var out = linear.call(torch.ones(2, 8));
      assertThat(out.scalar_type().intern()).isEqualTo(ScalarType.BFloat16);
      out.sum().backward();
    }
    assertThat(linear.call(torch.ones(2, 8)).scalar_type().intern()).isEqualTo(ScalarType.Float);
    assertThat(linear.parameters().getFirst().grad().scalar_type().intern())
        .isEqualTo(ScalarType.Float);
  }
}
