package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.flat.Memory;
import dev.manta.train.Copied;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Gradients of batches at the end of an epoch that no update has used: of all parameters of an
/// optimizer, as they were then, until its next update.
final class UnusedGradients implements Copied {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.torch");
  private static final byte[] NONE = {};

  /// More does not fit into the copies that live state is kept in.
  private static final long BYTES_MAX = 1L << 30;

  private final List<Tensor> parameters;
  private final Weights weights;
  private byte[] kept = NONE;
  private boolean warned;

  UnusedGradients(List<Tensor> parameters, Weights weights) {
    this.parameters = parameters;
    this.weights = weights;
  }

  /// Makes gradients that have their weights the same on every rank. That changes nothing of their
  /// mean, whatever is added until the update.
  static void average(Collectives group, List<Tensor> parameters) {
    int[] there = parameters.stream().mapToInt(each -> each.grad().defined() ? 1 : 0).toArray();
    group.allReduce(there, Op.MAX);
    try (var _ = new NoGradGuard()) {
      for (int i = 0; i < there.length; i++) {
        if (there[i] > 0) {
          average(group, parameters.get(i));
        }
      }
    }
  }

  private static void average(Collectives group, Tensor parameter) {
    Tensor gradient = parameter.grad();
    Tensor host =
        (gradient.defined() ? gradient.clone() : torch.zeros_like(parameter)).cpu().contiguous();
    group.weightedMean(Values.of(Memory.of(host), Memory.type(host.scalar_type())), 1);
    parameter
        .mutable_grad()
        .put(Lifetime.keepTensor(host.to(parameter.device(), host.scalar_type())));
  }

  /// Keeps the gradients as they are now, unless they are too large.
  void keep() {
    long size = parameters.stream().mapToLong(Tensor::nbytes).sum();
    if (size > BYTES_MAX) {
      warn(size);
      kept = NONE;
      return;
    }
    kept = copied();
  }

  private void warn(long size) {
    if (!warned) {
      warned = true;
      LOGGER.log(
          System.Logger.Level.WARNING,
          "gradients left over at the end of an epoch take %s MB and are not part of the saved state, which holds up to %s MB of them; call optimizer.step() at the end of each epoch so that a resumed run loses none"
              .formatted(size >> 20, BYTES_MAX >> 20));
    }
  }

  private byte[] copied() {
    var bytes = new ByteArrayOutputStream();
    boolean any = false;
    for (Tensor parameter : parameters) {
      Tensor gradient = parameter.grad();
      bytes.write(gradient.defined() ? 1 : 0);
      if (gradient.defined()) {
        any = true;
        Tensor host = gradient.detach().cpu().contiguous();
        bytes.writeBytes(Memory.of(host).toArray(ValueLayout.JAVA_BYTE));
      }
    }
    return any ? bytes.toByteArray() : NONE;
  }

  /// An update has used them.
  void drop() {
    kept = NONE;
  }

  @Override
  public byte[] save() {
    return kept;
  }

  @Override
  public void load(byte[] bytes) {
    kept = bytes;
    int at = 0;
    for (Tensor parameter : bytes.length == 0 ? List.<Tensor>of() : parameters) {
      if (bytes[at++] > 0) {
        put(parameter, MemorySegment.ofArray(bytes).asSlice(at, parameter.nbytes()));
        at += (int) parameter.nbytes();
      }
    }
    if (bytes.length > 0) {
      weights.restored();
    }
  }

  private static void put(Tensor parameter, MemorySegment values) {
    try (var _ = new NoGradGuard()) {
      Tensor host = torch.zeros_like(parameter.detach()).cpu().contiguous();
      Memory.of(host).copyFrom(values);
      parameter
          .mutable_grad()
          .put(Lifetime.keepTensor(host.to(parameter.device(), host.scalar_type())));
    }
  }
}
