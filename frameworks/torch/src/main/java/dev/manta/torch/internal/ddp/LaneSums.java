package dev.manta.torch.internal.ddp;

import dev.manta.collective.Values;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.flat.Memory;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/// Gradients of one portion, marks included, for several nodes of the tree over lanes: first the
/// roots of a rank's subtrees, then what is needed to compute them.
final class LaneSums {
  private final Portion portion;
  private final Tensor lane;
  private final Tensor nodes;
  private final int roots;

  LaneSums(Portion portion, int roots, int others) {
    this.portion = portion;
    this.roots = roots;
    var type = portion.block().type();
    long count = portion.values().count();
    lane = Memory.tensor(portion.values().memory(), type, count);
    nodes =
        Lifetime.keepTensor(
            torch.zeros(new long[] {roots + others, count}, new TensorOptions(type)));
  }

  /// Makes the gradients that the parameters have now those of a node.
  void take(int node) {
    portion.gather();
    nodes.select(0, node).copy_(lane);
  }

  /// Adds a node to another one.
  void add(int node, int to) {
    nodes.select(0, to).add_(nodes.select(0, node));
  }

  Portion portion() {
    return portion;
  }

  /// What the roots have, one after the other.
  Values subtrees() {
    Values all = Values.of(Memory.of(nodes), portion.values().type());
    return all.slice(0, roots * portion.values().count());
  }
}
