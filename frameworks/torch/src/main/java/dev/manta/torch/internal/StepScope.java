package dev.manta.torch.internal;

import org.jspecify.annotations.Nullable;

/// Native memory by steps: what a thread makes during a step is freed when the next step ends.
///
/// Two generations are alive: the current step's and the one before it, so that a loss may still be
/// read after its step. Belongs to the thread that opened it.
public final class StepScope implements AutoCloseable {
  private TensorScope current;
  private @Nullable TensorScope last;

  private StepScope(TensorScope first) {
    current = first;
  }

  /// Opens the first step on this thread.
  public static StepScope open() {
    Natives.load();
    return new StepScope(new TensorScope());
  }

  /// Ends the step: frees what the step before it made, and begins the next.
  public void advance() {
    free(last);
    current.leave();
    last = current;
    current = new TensorScope();
  }

  /// Frees both generations.
  @Override
  public void close() {
    free(last);
    last = null;
    current.close();
  }

  private static void free(@Nullable TensorScope scope) {
    if (scope != null) {
      scope.close();
    }
  }
}
