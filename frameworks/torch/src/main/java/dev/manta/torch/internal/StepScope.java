package dev.manta.torch.internal;

import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/// Native memory by steps: what a thread makes during a step is freed when the next step ends.
///
/// Two generations are alive: the current step's and the one before it, so that a loss may still be
/// read after its step. Belongs to the thread that opened it.
public final class StepScope implements AutoCloseable {
  private PointerScope current;
  private @Nullable PointerScope last;

  private StepScope(PointerScope first) {
    current = first;
  }

  /// Opens the first step on this thread.
  public static StepScope open() {
    Natives.load();
    return new StepScope(new PointerScope());
  }

  /// Ends the step: frees what the step before it made, and begins the next.
  public void advance() {
    free(last);
    leave(current);
    last = current;
    current = new PointerScope();
  }

  /// Frees both generations.
  @Override
  public void close() {
    free(last);
    last = null;
    current.close();
  }

  /// Takes the scope off the thread's stack but keeps what it holds: an extended scope survives one
  /// close.
  private static void leave(PointerScope scope) {
    scope.extend().close();
  }

  private static void free(@Nullable PointerScope scope) {
    if (scope != null) {
      scope.close();
    }
  }
}
