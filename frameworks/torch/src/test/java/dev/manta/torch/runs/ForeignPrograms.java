package dev.manta.torch.runs;

import dev.manta.torch.Torch;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.nn.JavaCppModule;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.Script;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.optim.SGD;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.LinearImpl;
import org.bytedeco.pytorch.QualifiedName;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Training functions with models that are not of Manta's tree.
public final class ForeignPrograms {
  private static final String FORWARD =
      """
      def forward(self, x):
          return torch.matmul(torch.relu(torch.matmul(x, self.first)), self.second)
      """;

  private ForeignPrograms() {}

  /// As users of JavaCPP write it.
  private static final class Net extends org.bytedeco.pytorch.Module {
    private final LinearImpl first = register_module("first", new LinearImpl(20, 16));
    private final LinearImpl second = register_module("second", new LinearImpl(16, 4));

    Tensor forward(Tensor x) {
      return second.forward(torch.relu(first.forward(x)));
    }
  }

  /// A module of JavaCPP's, given as it is.
  public static void raw(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    var net = manta.prepare(new Net());
    train(ctx, manta, net::forward, List.of(net.parameters().get()));
    Weights.write(ctx.config().out(), ctx.rank(), JavaCppModule.of(net, net::forward));
  }

  /// The same as a part of the tree.
  public static void adopted(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    var net = new Net();
    whole(ctx, manta, manta.prepare(JavaCppModule.of(net, net::forward)));
  }

  /// A TorchScript module.
  public static void script(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    whole(ctx, manta, manta.prepare(Script.of(scripted())));
  }

  private static JitModule scripted() {
    var module = new JitModule(new QualifiedName("Net"));
    module.register_parameter("first", torch.randn(20, 16).requires_grad_(true), false);
    module.register_parameter("second", torch.randn(16, 4).requires_grad_(true), false);
    module.define(FORWARD);
    return module;
  }

  private static void whole(TrainContext<Config> ctx, Torch manta, Module model)
      throws IOException {
    train(ctx, manta, model::call, model.parameters());
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  /// Garbage is collected between steps, so that what nobody keeps is gone.
  private static void train(
      TrainContext<Config> ctx,
      Torch manta,
      UnaryOperator<Tensor> forward,
      List<Tensor> parameters) {
    Optimizer optimizer = manta.prepare(new SGD(parameters, 0.05).momentum(0.9));
    for (TensorBatch batch : Programs.loader(ctx, manta, 20)) {
      optimizer.zeroGrad();
      manta.backward(Losses.crossEntropy(forward.apply(batch.x()), batch.y()));
      manta.clipGradNorm(optimizer, 1);
      optimizer.step();
      System.gc();
    }
  }
}
