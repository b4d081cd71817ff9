package dev.manta.torch.nn;

import dev.manta.torch.models.Bert;
import dev.manta.torch.models.Gpt;
import dev.manta.torch.models.LeNet;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.models.ResNet18;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/// The modules that are compared with Python's, under the names that `parity.py` gives them.
final class ParityCases {
  /// A module, its input, and what of it is compared.
  record Case(
      Supplier<Module> module,
      Supplier<Tensor> input,
      Function<Module, UnaryOperator<Tensor>> forward) {
    Case(Supplier<Module> module, Supplier<Tensor> input) {
      this(module, input, made -> made::call);
    }
  }

  private ParityCases() {}

  static Map<String, Case> small() {
    Map<String, Case> cases = new LinkedHashMap<>();
    weighted(cases);
    pooling(cases);
    activations(cases);
    cases.put("mlp", new Case(() -> new Mlp(20, 16, 8, 4), () -> Fill.tensor(90, 6, 20)));
    cases.put("lenet", new Case(() -> new LeNet(10), () -> Fill.tensor(90, 2, 1, 28, 28)));
    cases.put(
        "resnet18", new Case(() -> ResNet18.small(1, 10, 4), () -> Fill.tensor(90, 3, 1, 16, 16)));
    cases.put("gpt", gpt(new Gpt.Shape(31, 12, 24, 3, 2, 0), () -> Fill.ids(90, 31, 2, 9)));
    cases.put("bert", bert(new Bert.Shape(31, 12, 24, 3, 2, 0), () -> Fill.ids(90, 31, 2, 9)));
    return cases;
  }

  /// Models of the sizes that people train.
  static Map<String, Case> full() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("mlp", new Case(() -> new Mlp(784, 256, 256, 10), () -> Fill.tensor(90, 64, 784)));
    cases.put("lenet", new Case(() -> new LeNet(10), () -> Fill.tensor(90, 16, 1, 28, 28)));
    cases.put(
        "resnet18", new Case(() -> ResNet18.small(1, 10), () -> Fill.tensor(90, 4, 1, 28, 28)));
    cases.put(
        "resnet18_large",
        new Case(() -> ResNet18.of(3, 1000), () -> Fill.tensor(90, 2, 3, 64, 64)));
    Supplier<Tensor> ids = () -> Fill.ids(90, 1000, 2, 48);
    cases.put("gpt", gpt(new Gpt.Shape(1000, 64, 128, 4, 4, 0), ids));
    cases.put("bert", bert(new Bert.Shape(1000, 64, 128, 4, 4, 0), ids));
    return cases;
  }

  private static void weighted(Map<String, Case> cases) {
    Kernel all = Kernel.of(3, 2).stride(2, 1).padding(1, 2).dilation(1, 2).groups(2);
    Kernel half = Kernel.of(3).stride(2).padding(1);
    cases.put("linear", new Case(() -> new Linear(12, 7), ParityCases::row));
    cases.put("linear_no_bias", new Case(() -> new Linear(12, 7, false), ParityCases::row));
    cases.put("conv1d", new Case(() -> new Conv1d(4, 6, half), ParityCases::sequence));
    cases.put("conv2d", new Case(() -> new Conv2d(4, 6, 3), ParityCases::image));
    cases.put("conv2d_all", new Case(() -> new Conv2d(4, 6, all, false), ParityCases::image));
    cases.put(
        "conv_transpose2d", new Case(() -> new ConvTranspose2d(4, 6, half), ParityCases::image));
    cases.put(
        "conv_transpose2d_all",
        new Case(() -> new ConvTranspose2d(4, 6, half.groups(2), 1, false), ParityCases::image));
    cases.put("batch_norm1d", new Case(() -> new BatchNorm1d(12), ParityCases::row));
    cases.put("batch_norm2d", new Case(() -> new BatchNorm2d(4), ParityCases::image));
    cases.put(
        "batch_norm2d_eval", new Case(() -> evaluating(new BatchNorm2d(4)), ParityCases::image));
    cases.put("layer_norm", new Case(() -> new LayerNorm(12), ParityCases::row));
    cases.put("layer_norm_two", new Case(() -> new LayerNorm(9, 9), ParityCases::image));
    cases.put("rms_norm", new Case(() -> new RMSNorm(12), ParityCases::row));
    cases.put("rms_norm_epsilon", new Case(() -> new RMSNorm(1e-3, 12), ParityCases::row));
    cases.put("group_norm", new Case(() -> new GroupNorm(2, 4), ParityCases::image));
    cases.put("embedding", new Case(() -> new Embedding(11, 5), ParityCases::ids));
    cases.put("embedding_padded", new Case(() -> Embedding.padded(11, 5, 2), ParityCases::ids));
    Supplier<Tensor> words = () -> Fill.tensor(90, 2, 7, 16);
    cases.put("attention", new Case(() -> new MultiheadAttention(16, 4), words));
    cases.put("attention_causal", new Case(() -> new MultiheadAttention(16, 4, 0, true), words));
    cases.put("lstm", new Case(() -> new LSTM(6, 8), ParityCases::times));
    cases.put(
        "lstm_stacked",
        new Case(() -> new LSTM(6, Layers.of(8).stacked(2).inBothWays()), ParityCases::times));
    cases.put("gru", new Case(() -> new GRU(6, 8), ParityCases::times));
    cases.put(
        "sequential",
        new Case(
            () -> new Sequential(new Linear(12, 9), new Tanh(), new Linear(9, 3)),
            ParityCases::row));
    cases.put(
        "residual",
        new Case(
            () -> new Residual(new Sequential(new Linear(12, 12), new ReLU())), ParityCases::row));
  }

  private static void pooling(Map<String, Case> cases) {
    Kernel overlapping = Kernel.of(3).stride(2).padding(1);
    cases.put("max_pool1d", new Case(() -> new MaxPool1d(3), ParityCases::sequence));
    cases.put("max_pool2d", new Case(() -> new MaxPool2d(overlapping), ParityCases::image));
    cases.put("avg_pool1d", new Case(() -> new AvgPool1d(3), ParityCases::sequence));
    cases.put("avg_pool2d", new Case(() -> new AvgPool2d(overlapping), ParityCases::image));
    cases.put(
        "adaptive_avg_pool1d", new Case(() -> new AdaptiveAvgPool1d(5), ParityCases::sequence));
    cases.put(
        "adaptive_avg_pool2d", new Case(() -> new AdaptiveAvgPool2d(2, 3), ParityCases::image));
    cases.put(
        "adaptive_max_pool1d", new Case(() -> new AdaptiveMaxPool1d(5), ParityCases::sequence));
    cases.put(
        "adaptive_max_pool2d", new Case(() -> new AdaptiveMaxPool2d(2, 3), ParityCases::image));
    cases.put("pad_zero", new Case(() -> Pad.zero(1, 2, 0, 3), ParityCases::image));
    cases.put("pad_constant", new Case(() -> Pad.constant(0.5, 1, 2, 0, 3), ParityCases::image));
    cases.put("pad_reflect", new Case(() -> Pad.reflect(1, 2, 0, 3), ParityCases::image));
    cases.put("pad_replicate", new Case(() -> Pad.replicate(1, 2, 0, 3), ParityCases::image));
    cases.put("pad_circular", new Case(() -> Pad.circular(1, 2, 0, 3), ParityCases::image));
    cases.put("flatten", new Case(Flatten::new, ParityCases::image));
  }

  private static void activations(Map<String, Case> cases) {
    cases.put("dropout_eval", new Case(() -> evaluating(new Dropout(0.5)), ParityCases::row));
    cases.put("relu", new Case(ReLU::new, ParityCases::row));
    cases.put("leaky_relu", new Case(() -> new LeakyReLU(0.2), ParityCases::row));
    cases.put("elu", new Case(() -> new ELU(0.7), ParityCases::row));
    cases.put("gelu", new Case(GELU::new, ParityCases::row));
    cases.put("gelu_tanh", new Case(GELU::tanh, ParityCases::row));
    cases.put("silu", new Case(SiLU::new, ParityCases::row));
    cases.put("sigmoid", new Case(Sigmoid::new, ParityCases::row));
    cases.put("tanh", new Case(Tanh::new, ParityCases::row));
    cases.put("hardswish", new Case(Hardswish::new, ParityCases::row));
    cases.put("mish", new Case(Mish::new, ParityCases::row));
    cases.put("softmax", new Case(() -> new Softmax(1), ParityCases::row));
    cases.put("log_softmax", new Case(() -> new LogSoftmax(1), ParityCases::row));
  }

  private static Case gpt(Gpt.Shape shape, Supplier<Tensor> ids) {
    return new Case(() -> new Gpt(shape), ids);
  }

  /// All vectors and the pooled one behind them.
  private static Case bert(Bert.Shape shape, Supplier<Tensor> ids) {
    return new Case(
        () -> new Bert(shape),
        ids,
        module ->
            x -> {
              Tensor encoded = module.call(x);
              Tensor pooled = ((Bert) module).pooled(encoded).unsqueeze(1);
              return torch.cat(new TensorVector(encoded, pooled), 1);
            });
  }

  private static Module evaluating(Module module) {
    module.eval();
    return module;
  }

  private static Tensor image() {
    return Fill.tensor(90, 2, 4, 9, 9);
  }

  private static Tensor sequence() {
    return Fill.tensor(90, 2, 4, 13);
  }

  private static Tensor row() {
    return Fill.tensor(90, 5, 12);
  }

  private static Tensor times() {
    return Fill.tensor(90, 3, 5, 6);
  }

  private static Tensor ids() {
    return Fill.ids(90, 11, 3, 4);
  }
}
