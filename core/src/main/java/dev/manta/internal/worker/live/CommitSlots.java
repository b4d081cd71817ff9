package dev.manta.internal.worker.live;

import dev.manta.internal.wire.ToController.Held;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Which commits a process holds, from one attempt to the next: the newest that all ranks are known
/// to have, and where they have shards, one of which that is not known yet.
public class CommitSlots<C extends CommitCopy> {
  private final Supplier<C> fresh;
  private @Nullable C newest;
  private Held held = Held.NOTHING;
  private @Nullable C stored;
  private Held storedAs = Held.NOTHING;
  private @Nullable C scratch;

  public CommitSlots(Supplier<C> fresh) {
    this.fresh = fresh;
  }

  /// Holds a commit from now on, instead of what was held before.
  public void keep(C newer, Held what) {
    close(newest);
    newest = newer;
    held = what;
  }

  /// The run resumes from somewhere else.
  public void drop() {
    close(newest);
    close(stored);
    close(scratch);
    newest = null;
    stored = null;
    scratch = null;
    held = Held.NOTHING;
  }

  private static void close(@Nullable CommitCopy one) {
    if (one != null) {
      one.close();
    }
  }

  /// Memory for the next commit of a function with shards: that of the commit before the last.
  public C scratch() {
    C free = scratch == null ? fresh.get() : scratch;
    scratch = free;
    return free;
  }

  /// What is in the scratch is a commit, of which it is not known whether all ranks have it.
  public void store(Held what) {
    stored = scratch;
    scratch = null;
    storedAs = what;
  }

  /// All ranks have what was stored.
  public void confirm() {
    C older = newest;
    newest = stored;
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
    C copy = newest;
    if (copy != null) {
      held = held.checksum(copy.checksum());
    }
  }

  public Held held() {
    return held;
  }

  /// What is held of this commit; nothing where that is another one.
  public @Nullable C of(long commit) {
    return held.commit() == commit ? newest : null;
  }
}
