package dev.manta.torch.optim;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.ops.BoxedOp;
import dev.manta.torch.internal.ops.TensorArguments;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Multiplies losses, so that their gradients are not too small for float16, and divides the
/// gradients again before the step, as PyTorch's `GradScaler` does. A step whose gradients are not
/// finite on any rank is skipped on all, and the scale is reduced.
///
/// As live state it is its scale and the number of good steps since that changed.
public final class GradScaler implements InPlace {
  private static final float SCALE_MIN = 1e-30f;

  private final float[] scale = {65536};
  private final long[] good = new long[1];
  private final IdentityHashMap<Optimizer, Check> checks = new IdentityHashMap<>();
  private final BoxedOp unscale = BoxedOp.named("aten::_amp_foreach_non_finite_check_and_unscale_");
  private double growthFactor = 2;
  private double backoffFactor = 0.5;
  private long growthInterval = 2000;

  /// What is known of an optimizer's gradients since the last [#update].
  private enum Check {
    FINITE,
    NOT_FINITE,
    STEPPED,
    SKIPPED
  }

  /// A scaler with PyTorch's settings.
  public GradScaler() {}

  /// What losses are multiplied by at first; 65536 unless set.
  public GradScaler initialScale(double first) {
    requirePositive("initial scale", first);
    scale[0] = (float) first;
    return this;
  }

  /// What the scale is multiplied by after enough good steps; 2 unless set.
  public GradScaler growthFactor(double factor) {
    if (factor <= 1) {
      throw new IllegalArgumentException("growth factor " + factor + " is not above 1");
    }
    growthFactor = factor;
    return this;
  }

  /// What the scale is multiplied by after a step that was skipped; 0.5 unless set.
  public GradScaler backoffFactor(double factor) {
    requirePositive("backoff factor", factor);
    if (factor >= 1) {
      throw new IllegalArgumentException("backoff factor " + factor + " is not below 1");
    }
    backoffFactor = factor;
    return this;
  }

  /// How many good steps in a row make the scale grow; 2000 unless set.
  public GradScaler growthInterval(long steps) {
    requirePositive("growth interval", (double) steps);
    growthInterval = steps;
    return this;
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(name + " " + value + " is not above 0");
    }
  }

  /// What losses are multiplied by now.
  public double scale() {
    return scale[0];
  }

  /// The loss times the scale, float32 also of a float16 loss, for
  /// `torch.backward(scaler.scale(loss))`.
  public Tensor scale(Tensor loss) {
    Tensor by = torch.full(new long[0], new Scalar(scale[0]));
    return Lifetime.alive(loss, "the loss").mul(by.to(loss.device(), ScalarType.Float));
  }

  /// Averages an optimizer's gradients over ranks and divides them by the scale. [#step] does it
  /// too; call it before the gradients are clipped or looked at.
  public void unscale(Optimizer optimizer) {
    Check known = checks.get(optimizer);
    if (known != null) {
      throw new IllegalStateException(
          known == Check.FINITE || known == Check.NOT_FINITE
              ? "these gradients are unscaled already: call scaler.unscale(optimizer) once a step"
              : "this optimizer has made its step: call scaler.update() before the next");
    }
    checks.put(optimizer, areFinite(optimizer) ? Check.FINITE : Check.NOT_FINITE);
  }

  /// Divides in place, each type of number in one call; says whether all quotients are finite.
  private boolean areFinite(Optimizer optimizer) {
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      List<Tensor> gradients = optimizer.gradients();
      boolean finite = true;
      for (List<Tensor> alike :
          gradients.stream()
              .collect(Collectors.groupingBy(each -> each.scalar_type().intern()))
              .values()) {
        finite &= unscaled(alike);
      }
      return finite;
    }
  }

  private boolean unscaled(List<Tensor> gradients) {
    if (gradients.getFirst().scalar_type().intern() == ScalarType.Half) {
      throw new IllegalArgumentException(
          "the gradients are float16, which cannot be unscaled: keep the model in float32 and"
              + " compute within torch.autocast(ScalarType.Half)");
    }
    var all = new TensorArguments();
    gradients.forEach(all::add);
    Tensor like = gradients.getFirst();
    Tensor found = torch.zeros(1).to(like.device(), ScalarType.Float);
    Tensor inverse = torch.full(new long[] {1}, new Scalar((float) (1.0 / scale[0])));
    unscale.call(
        all.value(), new IValue(found), new IValue(inverse.to(like.device(), ScalarType.Float)));
    boolean finite = found.item_float() == 0;
    all.clear();
    return finite;
  }

  /// Makes the optimizer's step, unless its gradients are not finite: then it is a step that
  /// changes nothing. Says whether parameters were changed; all ranks say the same.
  public boolean step(Optimizer optimizer) {
    Check known = checks.get(optimizer);
    if (known == null || known == Check.STEPPED || known == Check.SKIPPED) {
      unscale(optimizer);
    }
    if (checks.get(optimizer) == Check.NOT_FINITE) {
      checks.put(optimizer, Check.SKIPPED);
      optimizer.skip();
      return false;
    }
    checks.put(optimizer, Check.STEPPED);
    optimizer.step();
    return true;
  }

  /// Reduces the scale if a step was skipped, and lets it grow after enough that were not. Call it
  /// after the steps of all optimizers.
  public void update() {
    if (checks.isEmpty()) {
      throw new IllegalStateException(
          "no gradients were checked since the last update: call scaler.step(optimizer) before");
    }
    boolean skipped = checks.containsValue(Check.SKIPPED) || checks.containsValue(Check.NOT_FINITE);
    checks.clear();
    if (skipped) {
      shrink();
    } else if (++good[0] == growthInterval) {
      float grown = (float) (scale[0] * growthFactor);
      scale[0] = Float.isFinite(grown) ? grown : scale[0];
      good[0] = 0;
    }
  }

  private void shrink() {
    scale[0] = (float) (scale[0] * backoffFactor);
    good[0] = 0;
    if (scale[0] < SCALE_MIN) {
      throw new IllegalStateException(
          "gradients are not finite at any scale, down to %s: the loss itself is probably NaN or"
                  .formatted(scale[0])
              + " infinite; look at the learning rate and the data");
    }
  }

  @Override
  public List<Part> parts() {
    return List.of(
        new Part("scale", "F32", List.of(1L), MemorySegment.ofArray(scale)),
        new Part("good", "I64", List.of(1L), MemorySegment.ofArray(good)));
  }
}
