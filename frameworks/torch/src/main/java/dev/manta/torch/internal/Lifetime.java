package dev.manta.torch.internal;

import java.lang.ref.Reference;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/// How long native memory lives: kept for good, let out of a scope, or known to be freed.
public final class Lifetime {
  private static final Pattern JAVACPP_NULL = Pattern.compile("[Pp]ointer address .*is NULL");

  private Lifetime() {}

  /// Keeps what no step may free; it lives until Java no longer holds it.
  public static <P extends Pointer> P keep(P pointer) {
    pointer.retainReference();
    return pointer;
  }

  /// Keeps a tensor; the one returned is the one that is kept.
  public static Tensor keepTensor(Tensor tensor) {
    return keep(owned(tensor));
  }

  /// Runs a computation and lets only its result out: everything else that it made is freed at
  /// once.
  public static Tensor only(Supplier<Tensor> computation) {
    Tensor result;
    try (var _ = new TensorScope()) {
      result = keepTensor(computation.get());
    }
    handOver(result);
    return result;
  }

  /// A tensor of its own for one that lies inside something else, such as a tuple or a list: it
  /// stays when that is freed.
  public static Tensor outOf(Pointer holder, Tensor inside) {
    try {
      return new Tensor(inside);
    } finally {
      Reference.reachabilityFence(holder);
    }
  }

  /// Returns the tensor, or says that it is gone.
  public static Tensor alive(Tensor tensor, String what) {
    if (tensor.isNull()) {
      throw freed(what);
    }
    return tensor;
  }

  /// The error for using something after its step.
  public static IllegalStateException freed(String what) {
    return new IllegalStateException(
        what
            + " was freed when its step ended; keep a tensor that must live longer with"
            + " torch.keep(tensor), or read its value before the step ends");
  }

  /// Says what JavaCPP's bare error about an address means; any other null pointer is passed on.
  public static RuntimeException explain(NullPointerException error, String what) {
    String message = error.getMessage();
    if (message == null || !JAVACPP_NULL.matcher(message).find()) {
      return error;
    }
    IllegalStateException explained = freed(what);
    explained.setStackTrace(error.getStackTrace());
    explained.initCause(error);
    return explained;
  }

  /// What an in-place operator returns only borrows the tensor it changed, and dangles once that
  /// one is freed.
  private static Tensor owned(Tensor tensor) {
    return tensor.referenceCount() < 0 ? new Tensor(tensor) : tensor;
  }

  /// Gives a kept pointer to the scope around, if there is one.
  public static void handOver(Pointer kept) {
    var outer = PointerScope.getInnerScope();
    if (outer != null) {
      outer.attach(kept);
      kept.releaseReference();
    }
  }
}
