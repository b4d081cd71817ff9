package dev.manta.internal.worker.live;

import dev.manta.internal.wire.ToController;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What this process holds of the run's newest state, from one attempt to the next, and the
/// datasets that it has opened.
public final class HeldCommits {
  private final Map<String, OpenedDataset> datasets = new ConcurrentHashMap<>();
  private @Nullable Stash stash;
  private ToController.Held held = ToController.Held.NOTHING;
  private @Nullable Stash stored;
  private ToController.Held storedAs = ToController.Held.NOTHING;
  private @Nullable Stash scratch;

  /// By the text of the dataset.
  public Map<String, OpenedDataset> datasets() {
    return datasets;
  }

  /// Holds a commit from now on, instead of what was held before.
  public void keep(Stash newer, ToController.Held what) {
    Stash older = stash;
    stash = newer;
    held = what;
    if (older != null && older != newer) {
      older.close();
    }
  }

  /// The run goes on from somewhere else.
  public void drop() {
    close(stash);
    close(stored);
    close(scratch);
    stash = null;
    stored = null;
    scratch = null;
    held = ToController.Held.NOTHING;
  }

  private static void close(@Nullable Stash one) {
    if (one != null) {
      one.close();
    }
  }

  /// Memory for the next commit of a function with shards: that of the commit before the last.
  Stash scratch() {
    Stash free = scratch == null ? new Stash() : scratch;
    scratch = free;
    return free;
  }

  /// What is in the scratch is a commit, of which it is not known whether all ranks have it.
  void store(ToController.Held what) {
    stored = scratch;
    scratch = null;
    storedAs = what;
  }

  /// All ranks have what was stored.
  void confirm() {
    Stash older = stash;
    stash = stored;
    held = storedAs;
    stored = null;
    scratch = older;
  }

  /// An attempt begins with a commit: all ranks have had that, and no newer one.
  public void settle(long commit) {
    if (stored != null && storedAs.commit() == commit) {
      confirm();
    } else if (stored != null) {
      scratch = stored;
      stored = null;
    }
  }

  /// What is held, with its checksum, is what there is to tell.
  public void sum() {
    Stash newest = stash;
    if (newest != null) {
      held = held.checksum(newest.checksum());
    }
  }

  public ToController.Held held() {
    return held;
  }

  /// What is held of this commit; nothing where that is another one.
  public @Nullable Stash of(long commit) {
    return held.commit() == commit ? stash : null;
  }
}
