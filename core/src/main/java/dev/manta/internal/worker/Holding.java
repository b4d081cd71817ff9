package dev.manta.internal.worker;

import dev.manta.internal.wire.ToController;
import org.jspecify.annotations.Nullable;

/// What this process holds of the run's newest state, from one attempt to the next.
final class Holding {
  private @Nullable Stash stash;
  private ToController.Held held = ToController.Held.NOTHING;

  /// Holds a commit from now on, instead of what was held before.
  void keep(Stash newer, ToController.Held what) {
    Stash older = stash;
    stash = newer;
    held = what;
    if (older != null && older != newer) {
      older.close();
    }
  }

  /// The run goes on from somewhere else.
  void drop() {
    if (stash != null) {
      stash.close();
    }
    stash = null;
    held = ToController.Held.NOTHING;
  }

  ToController.Held held() {
    return held;
  }

  /// What is held of this commit; nothing where that is another one.
  @Nullable Stash of(long commit) {
    return held.commit() == commit ? stash : null;
  }
}
