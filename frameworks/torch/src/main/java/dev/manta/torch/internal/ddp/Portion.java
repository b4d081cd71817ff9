package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.collective.Values;
import dev.manta.torch.internal.flat.FlatBlock;
import dev.manta.torch.internal.flat.Memory;
import dev.manta.torch.internal.ops.Constants;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// The gradients of one block in memory that is born in the group, and behind them one mark per
/// parameter: whether any rank has a gradient for it. Marks travel with the gradients.
final class Portion {
  private final FlatBlock block;
  private final Values values;
  private final Marks marks;
  private final Tensor host;
  private final Tensor flat;
  private final boolean onHost;
  private final List<Tensor> views = new ArrayList<>();

  Portion(FlatBlock block, Collectives group) {
    this.block = block;
    long size = block.values().itemsize();
    int count = block.members().size();
    MemorySegment memory = group.allocate((block.elements() + count) * size);
    values = Values.of(memory, Memory.type(block.type()));
    marks = new Marks(memory.asSlice(block.elements() * size), values.type(), count);
    host = Memory.tensor(memory, block.type(), block.elements());
    onHost = block.values().device().is_cpu();
    flat = onHost ? host : block.zeros();
    for (int i = 0; i < count; i++) {
      views.add(block.view(flat, i));
    }
  }

  FlatBlock block() {
    return block;
  }

  Tensor gradients() {
    return flat;
  }

  /// Gradients and marks.
  Values values() {
    return values;
  }

  /// The marks alone.
  Values markValues() {
    return values.slice(block.elements(), size());
  }

  int size() {
    return views.size();
  }

  long elements() {
    return block.elements();
  }

  /// The one of a block.
  static Portion of(List<Portion> portions, FlatBlock block) {
    for (Portion portion : portions) {
      if (portion.block == block) {
        return portion;
      }
    }
    throw new IllegalArgumentException("this block is not averaged here");
  }

  /// Takes this rank's gradients.
  void gather() {
    for (int i = 0; i < views.size(); i++) {
      take(i, block.members().get(i).grad());
    }
    toHost();
  }

  /// Takes one gradient; what is not there counts as zero.
  void take(int member, Tensor gradient) {
    boolean defined = gradient.defined();
    if (defined) {
      views.get(member).copy_(gradient);
    } else {
      views.get(member).zero_();
    }
    marks.set(member, defined);
  }

  /// Takes a new gradient on top of what the parameter has already.
  void takeSum(int member, Tensor gradient) {
    Tensor before = block.members().get(member).grad();
    boolean defined = before.defined();
    if (defined && before.is_alias_of(flat)) {
      throw new IllegalStateException(
          "gradients of the last step are still there: call optimizer.zeroGrad() before backward");
    }
    take(member, gradient);
    if (defined) {
      views.get(member).add_(before);
    }
  }

  private void toHost() {
    if (!onHost) {
      host.copy_(flat);
    }
  }

  /// Hands the averaged gradients to their parameters; says whether every one has some.
  boolean publish() {
    if (!onHost) {
      flat.copy_(host);
    }
    boolean all = true;
    for (int i = 0; i < views.size(); i++) {
      boolean used = marks.get(i);
      block.members().get(i).mutable_grad().put(used ? views.get(i) : Constants.UNDEFINED);
      all &= used;
    }
    return all;
  }

  /// Takes the gradients away before their memory goes.
  void release() {
    block.members().forEach(parameter -> parameter.mutable_grad().put(Constants.UNDEFINED));
  }
}
