package dev.manta.torch.internal.ddp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.torch.Tensors;
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
    try (var _ = Autocast.of(Devices.named("cpu"), ScalarType.BFloat16)) {
      var out = linear.call(torch.ones(2, 8));
      assertThat(out.scalar_type().intern()).isEqualTo(ScalarType.BFloat16);
      out.sum().backward();
    }
    assertThat(linear.call(torch.ones(2, 8)).scalar_type().intern()).isEqualTo(ScalarType.Float);
    assertThat(linear.parameters().getFirst().grad().scalar_type().intern())
        .isEqualTo(ScalarType.Float);
  }

  @Test
  void aScopeWithinAnotherHasItsOwnType() {
    var linear = new Linear(8, 4);
    var cpu = Devices.named("cpu");
    try (var _ = Autocast.of(cpu, ScalarType.BFloat16)) {
      try (var _ = Autocast.of(cpu, ScalarType.Half)) {
        assertThat(Tensors.dtype(linear.call(torch.ones(2, 8)))).isEqualTo(ScalarType.Half);
      }
      assertThat(Tensors.dtype(linear.call(torch.ones(2, 8)))).isEqualTo(ScalarType.BFloat16);
    }
  }

  @Test
  void whatHasAsManyBitsAsAFloatIsRefused() {
    assertThatThrownBy(() -> Autocast.of(Devices.named("cpu"), ScalarType.Double))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("autocast computes in BFloat16 or Half, not in Double");
  }
}
