package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorBase;
import org.bytedeco.pytorch.TensorTensorHook;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Batch norm over the batches of all ranks: the sums of values and squares are added up over the
/// ranks, and so are their gradients.
final class SyncedNorm {
  private static final ScalarTypeOptional DOUBLE =
      Lifetime.keep(new ScalarTypeOptional(ScalarType.Double));

  private final Consumer<Tensor> sumOverRanks;
  private final Consumer<Tensor> sumOfGradients;
  private final Tensor runningMean;
  private final Tensor runningVariance;
  private final Scalar epsilon;
  private final Scalar momentum;
  private final TensorTensorHook sumGradient = Lifetime.keep(new SumGradient());

  SyncedNorm(
      Consumer<Tensor> sumOverRanks,
      Consumer<Tensor> sumOfGradients,
      Tensor runningMean,
      Tensor runningVariance,
      double epsilon,
      double momentum) {
    this.sumOverRanks = sumOverRanks;
    this.sumOfGradients = sumOfGradients;
    this.runningMean = runningMean;
    this.runningVariance = runningVariance;
    this.epsilon = Lifetime.keep(new Scalar(epsilon));
    this.momentum = Lifetime.keep(new Scalar(momentum));
  }

  /// Values are taken relative to the running mean, which is the same on every rank: then the
  /// difference of the squares' mean and the mean's square loses no digits.
  Tensor forward(Tensor x, Tensor weight, Tensor bias) {
    long channels = x.size(1);
    Tensor origin = runningMean.clone();
    Tensor values = x.sub(perChannel(origin, x));
    Tensor sums = total(sums(values));
    Tensor count = sums.narrow(0, 2 * channels, 1).detach();
    Tensor mean = sums.narrow(0, 0, channels).div(count);
    Tensor variance = sums.narrow(0, channels, channels).div(count).sub(mean.mul(mean));
    remember(origin, mean.detach(), variance.detach(), count);
    Tensor scale = variance.add(epsilon).rsqrt().to(x.scalar_type()).mul(weight);
    Tensor centred = values.sub(perChannel(mean.to(x.scalar_type()), x));
    return centred.mul(perChannel(scale, x)).add(perChannel(bias, x));
  }

  private static Tensor sums(Tensor values) {
    long[] others = LongStream.range(0, values.dim()).filter(dimension -> dimension != 1).toArray();
    Tensor sum = values.sum(others, false, DOUBLE);
    Tensor squares = values.mul(values).sum(others, false, DOUBLE);
    double rows = (double) values.numel() / values.size(1);
    Tensor count = torch.full(new long[] {1}, new Scalar(rows), sum.options());
    return torch.cat(new TensorVector(sum, squares, count));
  }

  /// The sum over ranks, such that the gradient of what this rank put in is the sum of all ranks'
  /// gradients.
  private Tensor total(Tensor mine) {
    Tensor all = mine.detach().clone();
    sumOverRanks.accept(all);
    Tensor total = mine.add(all.sub(mine.detach()));
    if (total.requires_grad()) {
      total.register_hook(sumGradient);
    }
    return total;
  }

  private void remember(Tensor origin, Tensor mean, Tensor variance, Tensor count) {
    try (var _ = new NoGradGuard()) {
      Tensor unbiased = variance.mul(count).div(count.sub(new Scalar(1)));
      runningMean.lerp_(origin.add(mean).to(runningMean.scalar_type()), momentum);
      runningVariance.lerp_(unbiased.to(runningVariance.scalar_type()), momentum);
    }
  }

  private static Tensor perChannel(Tensor values, Tensor like) {
    long[] shape = LongStream.generate(() -> 1).limit(like.dim()).toArray();
    shape[1] = values.numel();
    return values.view(shape);
  }

  private final class SumGradient extends TensorTensorHook {
    @Override
    public TensorBase call(TensorBase gradient) {
      Tensor sum = new Tensor(gradient).clone();
      sumOfGradients.accept(sum);
      return sum;
    }
  }
}
