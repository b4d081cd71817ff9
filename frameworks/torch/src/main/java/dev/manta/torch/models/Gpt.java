package dev.manta.torch.models;

import dev.manta.torch.nn.Dropout;
import dev.manta.torch.nn.Embedding;
import dev.manta.torch.nn.GELU;
import dev.manta.torch.nn.LayerNorm;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ModuleList;
import java.lang.ref.Reference;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/// A decoder like GPT-2: tokens `[batch, time]` in, logits `[batch, time, vocabulary]` out.
///
/// Names are those of GPT-2 without the leading `transformer.`; the output shares the weight of the
/// tokens' embedding.
public final class Gpt extends Module {
  /// The sizes of the model.
  ///
  /// @param vocabulary how many different tokens there are
  /// @param context the longest sequence
  /// @param dropout the share dropped in training
  public record Shape(
      long vocabulary, long context, long width, int heads, int layers, double dropout) {
    /// GPT-2 small: 124 million parameters.
    public static Shape small() {
      return new Shape(50_257, 1024, 768, 12, 12, 0.1);
    }
  }

  private final Shape shape;
  private final Embedding tokens;
  private final Embedding positions;
  private final Dropout dropout;
  private final ModuleList<Block> blocks;
  private final LayerNorm norm;
  private final Tensor places;

  /// A model of this shape, with first values drawn.
  public Gpt(Shape shape) {
    this.shape = shape;
    tokens = add("wte", new Embedding(shape.vocabulary(), shape.width()));
    positions = add("wpe", new Embedding(shape.context(), shape.width()));
    dropout = add("drop", new Dropout(shape.dropout()));
    blocks =
        add(
            "h",
            new ModuleList<>(
                IntStream.range(0, shape.layers()).mapToObj(_ -> new Block(shape)).toList()));
    norm = add("ln_f", new LayerNorm(shape.width()));
    places = unsavedBuffer("places", torch.arange(new Scalar(shape.context())));
    namedParameters().forEach(this::redraw);
  }

  @Override
  public Tensor forward(Tensor ids) {
    long time = ids.size(1);
    if (time > shape.context()) {
      throw new IllegalArgumentException(
          "a sequence of " + time + " tokens is longer than the context of " + shape.context());
    }
    Tensor x = tokens.forward(ids).add(positions.forward(places.narrow(0, 0, time)));
    x = norm.forward(blocks.forward(dropout.forward(x)));
    return torch.linear(x, tokens.weight());
  }

  /// GPT-2's first values: deviation 0.02, less where a layer's output is added to the stream.
  private void redraw(String name, Tensor parameter) {
    if (name.endsWith("c_proj.weight")) {
      FirstValues.draw(parameter, FirstValues.DEVIATION / Math.sqrt(2.0 * shape.layers()));
    } else {
      FirstValues.draw(name, parameter);
    }
  }

  /// Attention and a small network, each beside the stream.
  private static final class Block extends Module {
    private final LayerNorm norm1;
    private final Attention attention;
    private final LayerNorm norm2;
    private final Network network;

    Block(Shape shape) {
      norm1 = add("ln_1", new LayerNorm(shape.width()));
      attention = add("attn", new Attention(shape));
      norm2 = add("ln_2", new LayerNorm(shape.width()));
      network = add("mlp", new Network(shape));
    }

    @Override
    public Tensor forward(Tensor x) {
      Tensor y = x.add(attention.forward(norm1.forward(x)));
      return y.add(network.forward(norm2.forward(y)));
    }
  }

  /// Each position looks at itself and those before it.
  private static final class Attention extends Module {
    private final Heads heads;
    private final Linear in;
    private final Linear out;
    private final Dropout dropout;

    Attention(Shape shape) {
      heads = Heads.of(shape.width(), shape.heads(), shape.dropout());
      in = add("c_attn", new Linear(shape.width(), 3 * shape.width()));
      out = add("c_proj", new Linear(shape.width(), shape.width()));
      dropout = add("resid_dropout", new Dropout(shape.dropout()));
    }

    @Override
    public Tensor forward(Tensor x) {
      TensorVector parts = in.forward(x).split(heads.count() * heads.width(), 2);
      try {
        Tensor mixed = heads.mixCausal(parts.get(0), parts.get(1), parts.get(2), isTraining());
        return dropout.forward(out.forward(mixed));
      } finally {
        Reference.reachabilityFence(parts);
      }
    }
  }

  /// Two layers with GELU between them.
  private static final class Network extends Module {
    private final Linear in;
    private final GELU gelu = GELU.tanh();
    private final Linear out;
    private final Dropout dropout;

    Network(Shape shape) {
      in = add("c_fc", new Linear(shape.width(), 4 * shape.width()));
      out = add("c_proj", new Linear(4 * shape.width(), shape.width()));
      dropout = add("dropout", new Dropout(shape.dropout()));
    }

    @Override
    public Tensor forward(Tensor x) {
      return dropout.forward(out.forward(gelu.forward(in.forward(x))));
    }
  }
}
