package dev.manta.torch.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.torch.Tensors;
import dev.manta.torch.internal.Devices;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.StepScope;
import dev.manta.torch.internal.ddp.Autocast;
import dev.manta.torch.internal.ddp.Clipping;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The scaler does what Python's does; `src/test/python/scaler_golden.py` writes that.
class GradScalerTest {
  private static final Set<Integer> TOO_LARGE = Set.of(2, 3, 9);

  private final StepScope scope = StepScope.open();
  private final Tensor w = Lifetime.keepTensor(Tensors.tensor(1.0, -2, 0.5).requires_grad_(true));
  private final SGD optimizer = new SGD(List.of(w), 0.1);
  private final GradScaler scaler = new GradScaler();

  @AfterEach
  void close() {
    scope.close();
  }

  @Test
  void stepsThatOverflowAreSkippedAndTheScaleFollowsAsInPython() {
    var adam = new AdamW(List.of(w), 0.1);
    GradScaler small = new GradScaler().initialScale(1024).growthInterval(3);
    for (Golden.Row python : Golden.read("scaler-overflows").rows()) {
      adam.zeroGrad();
      double size = TOO_LARGE.contains(python.step()) ? 1e38 : 1;
      Tensor loss = Tensors.sum(w.mul(Tensors.tensor(0.5 + python.step(), size, -1)));
      small.scale(loss).backward();
      if (python.step() % 3 == 0) {
        small.unscale(adam);
        Clipping.clip(List.of(w), null, 0.5);
      }
      assertThat(small.step(adam)).isEqualTo(!TOO_LARGE.contains(python.step()));
      small.update();
      python.requireClose(numbers(small, w), 1e-5);
    }
    assertThat(adam.commits()).isEqualTo(14);
  }

  @Test
  void float16TrainsAsInPython() {
    var model = new Linear(8, 4);
    try (var _ = new NoGradGuard()) {
      model.weight().copy_(grid(32, 16, 1, 4));
      model.parameters().get(1).zero_();
    }
    var sgd = new SGD(model.parameters(), 0.05);
    GradScaler half = new GradScaler().growthInterval(4);
    Tensor x = grid(24, 8, 1.5, 3);
    for (Golden.Row python : Golden.read("scaler-halves").rows()) {
      sgd.zeroGrad();
      Tensor loss;
      try (var _ = Autocast.of(Devices.named("cpu"), ScalarType.Half)) {
        loss = Losses.meanSquaredError(model.call(x), torch.ones(3, 4));
      }
      half.scale(loss).backward();
      half.step(sgd);
      half.update();
      python.requireClose(numbers(half, model.weight()), 2e-3);
    }
  }

  private static Tensor grid(long count, double by, double less, long rows) {
    Tensor numbers = Tensors.sub(Tensors.div(Tensors.arange(count), by), less);
    return Tensors.reshape(numbers, rows, -1);
  }

  private static double[] numbers(GradScaler scaler, Tensor weights) {
    long good = scaler.parts().get(1).memory().get(ValueLayout.JAVA_LONG, 0);
    return DoubleStream.concat(
            DoubleStream.of(scaler.scale(), (double) good),
            DoubleStream.of(Tensors.doubles(weights)))
        .toArray();
  }

  @Test
  void aFloat16LossIsScaledWithoutOverflow() {
    Tensor loss = Tensors.to(Tensors.tensor(2.0), ScalarType.Half);
    assertThat(Tensors.item(scaler.scale(loss))).isEqualTo(131072);
  }

  @Test
  void itsStateIsRestored() {
    var other = new GradScaler();
    List<Part> saved = new GradScaler().initialScale(256).parts();
    for (int i = 0; i < saved.size(); i++) {
      MemorySegment.copy(saved.get(i).memory(), 0, other.parts().get(i).memory(), 0, 4);
    }
    other.restored();
    assertThat(other.scale()).isEqualTo(256);
  }

  @Test
  void callsOutOfTurnAreNamed() {
    assertThatThrownBy(scaler::update).hasMessageContaining("call scaler.step(optimizer) before");
    scaler.scale(Tensors.sum(w)).backward();
    scaler.unscale(optimizer);
    assertThatThrownBy(() -> scaler.unscale(optimizer)).hasMessageContaining("unscaled already");
    scaler.step(optimizer);
    assertThatThrownBy(() -> scaler.step(optimizer))
        .hasMessageContaining("call scaler.update() before the next");
  }

  @Test
  void gradientsInFloat16AreRefused() {
    Tensor half = Lifetime.keepTensor(Tensors.to(torch.ones(2), ScalarType.Half));
    half.set_requires_grad(true);
    half.sum().backward();
    var sgd = new SGD(List.of(half), 0.1);
    assertThatThrownBy(() -> scaler.step(sgd))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keep the model in float32");
  }

  @Test
  void aLossThatIsNeverFiniteEndsTheRunInsteadOfScalingDownForEver() {
    assertThatThrownBy(
            () -> {
              for (int step = 0; step < 1000; step++) {
                optimizer.zeroGrad();
                Tensors.mul(scaler.scale(Tensors.sum(w)), Double.NaN).backward();
                scaler.step(optimizer);
                scaler.update();
              }
            })
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the loss itself is probably NaN or infinite");
    assertThat(Tensors.floats(w)).containsExactly(1, -2, 0.5f);
  }

  @Test
  void settingsThatCannotBeAreNamed() {
    assertThatThrownBy(() -> scaler.initialScale(0)).hasMessage("initial scale 0.0 is not above 0");
    assertThatThrownBy(() -> scaler.growthFactor(1)).hasMessage("growth factor 1.0 is not above 1");
    assertThatThrownBy(() -> scaler.backoffFactor(1)).hasMessageContaining("is not below 1");
    assertThatThrownBy(() -> scaler.growthInterval(0)).hasMessageContaining("is not above 0");
  }
}
