package dev.manta.tensorflow.internal.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Session;
import org.tensorflow.Tensor;

/// What a graph is given to compute with. Closing frees those tensors that were made for it.
public final class Feeds implements AutoCloseable {
  private final Map<Output<?>, Tensor> tensors = new LinkedHashMap<>();
  private final List<Tensor> owned = new ArrayList<>();

  /// Tensors that belong to somebody else.
  public static Feeds borrowed(Map<? extends Operand<?>, ? extends Tensor> tensors) {
    var feeds = new Feeds();
    tensors.forEach((input, tensor) -> feeds.tensors.put(input.asOutput(), tensor));
    return feeds;
  }

  /// A tensor that was made for this.
  void own(Output<?> input, Tensor tensor) {
    tensors.put(input, tensor);
    owned.add(tensor);
  }

  /// Gives them to what is about to run.
  Session.Runner into(Session.Runner runner) {
    tensors.forEach(runner::feed);
    return runner;
  }

  @Override
  public void close() {
    owned.forEach(Tensor::close);
    owned.clear();
  }
}
