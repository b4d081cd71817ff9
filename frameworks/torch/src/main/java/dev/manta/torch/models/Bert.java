package dev.manta.torch.models;

import static org.bytedeco.pytorch.global.torch.tanh;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.nn.Dropout;
import dev.manta.torch.nn.Embedding;
import dev.manta.torch.nn.GELU;
import dev.manta.torch.nn.LayerNorm;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ModuleList;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// BERT's encoder: tokens `[batch, time]` in, vectors `[batch, time, width]` out, under the names
/// of the published weights.
public final class Bert extends Module {
  /// The sizes of the model.
  ///
  /// @param vocabulary how many different tokens there are
  /// @param context the longest sequence
  /// @param dropout the share dropped in training
  public record Shape(
      long vocabulary, long context, long width, int heads, int layers, double dropout) {
    /// BERT base: 110 million parameters.
    public static Shape base() {
      return new Shape(30_522, 512, 768, 12, 12, 0.1);
    }
  }

  private final Embeddings embeddings;
  private final Encoder encoder;
  private final Pooler pooler;

  /// An encoder of this shape, with first values drawn.
  public Bert(Shape shape) {
    embeddings = add("embeddings", new Embeddings(shape));
    encoder = add("encoder", new Encoder(shape));
    pooler = add("pooler", new Pooler(shape.width()));
    namedParameters().forEach(FirstValues::draw);
  }

  @Override
  public Tensor forward(Tensor ids) {
    return encoder.forward(embeddings.forward(ids));
  }

  /// For sequences of unequal length.
  ///
  /// @param present `[batch, time]`, false where there is no token
  public Tensor forward(Tensor ids, Tensor present) {
    Tensor mask = present.to(ScalarType.Bool).view(ids.size(0), 1, 1, ids.size(1));
    return encoder.forward(embeddings.forward(ids), new TensorOptional(mask));
  }

  /// One vector for each sequence, from that of its first token.
  public Tensor pooled(Tensor encoded) {
    return pooler.forward(encoded);
  }

  private static LayerNorm norm(Shape shape) {
    return new LayerNorm(1e-12, true, shape.width());
  }

  /// Tokens, their places, and the kind of their segment (always the first kind here).
  private static final class Embeddings extends Module {
    private final Embedding words;
    private final Embedding positions;
    private final Embedding kinds;
    private final LayerNorm norm;
    private final Dropout dropout;
    private final Tensor places;

    Embeddings(Shape shape) {
      words = add("word_embeddings", Embedding.padded(shape.vocabulary(), shape.width(), 0));
      positions = add("position_embeddings", new Embedding(shape.context(), shape.width()));
      kinds = add("token_type_embeddings", new Embedding(2, shape.width()));
      norm = add("LayerNorm", norm(shape));
      dropout = add("dropout", new Dropout(shape.dropout()));
      places = unsavedBuffer("places", torch.arange(new Scalar(shape.context())));
    }

    @Override
    public Tensor forward(Tensor ids) {
      Tensor places = this.places.narrow(0, 0, ids.size(1));
      Tensor x = words.forward(ids).add(kinds.weight().select(0, 0));
      return dropout.forward(norm.forward(x.add(positions.forward(places))));
    }
  }

  /// The layers, one after the other.
  private static final class Encoder extends Module {
    private final ModuleList<Layer> layers;

    Encoder(Shape shape) {
      layers =
          add(
              "layer",
              new ModuleList<>(
                  IntStream.range(0, shape.layers()).mapToObj(_ -> new Layer(shape)).toList()));
    }

    @Override
    public Tensor forward(Tensor x) {
      return forward(x, Absent.TENSOR);
    }

    Tensor forward(Tensor x, TensorOptional mask) {
      Tensor at = x;
      for (int i = 0; i < layers.size(); i++) {
        at = layers.get(i).forward(at, mask);
      }
      return at;
    }
  }

  /// Attention, then a small network, each added and normalised.
  private static final class Layer extends Module {
    private final Attention attention;
    private final Dense intermediate;
    private final GELU gelu = new GELU();
    private final AddAndNorm output;

    Layer(Shape shape) {
      attention = add("attention", new Attention(shape));
      intermediate = add("intermediate", new Dense(shape.width(), 4 * shape.width()));
      output = add("output", new AddAndNorm(4 * shape.width(), shape));
    }

    @Override
    public Tensor forward(Tensor x) {
      return forward(x, Absent.TENSOR);
    }

    Tensor forward(Tensor x, TensorOptional mask) {
      Tensor y = attention.forward(x, mask);
      return output.forward(gelu.forward(intermediate.forward(y)), y);
    }
  }

  /// Each position looks at all others.
  private static final class Attention extends Module {
    private final SelfAttention self;
    private final AddAndNorm output;

    Attention(Shape shape) {
      self = add("self", new SelfAttention(shape));
      output = add("output", new AddAndNorm(shape.width(), shape));
    }

    @Override
    public Tensor forward(Tensor x) {
      return forward(x, Absent.TENSOR);
    }

    Tensor forward(Tensor x, TensorOptional mask) {
      return output.forward(self.forward(x, mask), x);
    }
  }

  /// The heads.
  private static final class SelfAttention extends Module {
    private final Heads heads;
    private final Linear query;
    private final Linear key;
    private final Linear value;

    SelfAttention(Shape shape) {
      heads = Heads.of(shape.width(), shape.heads(), shape.dropout());
      query = add("query", new Linear(shape.width(), shape.width()));
      key = add("key", new Linear(shape.width(), shape.width()));
      value = add("value", new Linear(shape.width(), shape.width()));
    }

    @Override
    public Tensor forward(Tensor x) {
      return forward(x, Absent.TENSOR);
    }

    Tensor forward(Tensor x, TensorOptional mask) {
      return heads.mix(query.forward(x), key.forward(x), value.forward(x), mask, isTraining());
    }
  }

  /// One layer under the name that BERT gives it.
  private static final class Dense extends Module {
    private final Linear dense;

    Dense(long in, long out) {
      dense = add("dense", new Linear(in, out));
    }

    @Override
    public Tensor forward(Tensor x) {
      return dense.forward(x);
    }
  }

  /// A layer whose output is added to what went around it, and normalised.
  private static final class AddAndNorm extends Module {
    private final Linear dense;
    private final LayerNorm norm;
    private final Dropout dropout;

    AddAndNorm(long in, Shape shape) {
      dense = add("dense", new Linear(in, shape.width()));
      norm = add("LayerNorm", norm(shape));
      dropout = add("dropout", new Dropout(shape.dropout()));
    }

    @Override
    public Tensor forward(Tensor x) {
      return forward(x, x);
    }

    Tensor forward(Tensor x, Tensor around) {
      return norm.forward(dropout.forward(dense.forward(x)).add(around));
    }
  }

  /// What is made of the first token.
  private static final class Pooler extends Module {
    private final Linear dense;

    Pooler(long width) {
      dense = add("dense", new Linear(width, width));
    }

    @Override
    public Tensor forward(Tensor encoded) {
      return tanh(dense.forward(encoded.select(1, 0)));
    }
  }
}
