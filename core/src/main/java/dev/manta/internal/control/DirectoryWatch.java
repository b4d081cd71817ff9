package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Storage;
import java.time.Duration;
import java.util.function.Consumer;

/// Sees to it that a run whose directory is removed while it trains does not train on for nothing.
final class DirectoryWatch implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration LOOK_ELSEWHERE_EVERY = Duration.ofSeconds(10);

  private final Storage storage;
  private final RunSite site;
  private final Consumer<MantaException> gone;
  private final Thread thread;

  private DirectoryWatch(Storage storage, RunSite site, Consumer<MantaException> gone) {
    this.storage = storage;
    this.site = site;
    this.gone = gone;
    this.thread = Thread.ofPlatform().daemon().name("manta-directory").unstarted(this::watch);
  }

  /// @param gone hears that the directory was removed
  static DirectoryWatch over(Storage storage, RunSite site, Consumer<MantaException> gone) {
    var watch = new DirectoryWatch(storage, site, gone);
    watch.thread.start();
    return watch;
  }

  /// Missing once may be a storage that is being mounted again.
  private void watch() {
    Duration pause = site.location().isLocal() ? LOOK_EVERY : LOOK_ELSEWHERE_EVERY;
    try {
      for (int missing = 0; missing < 2; missing = isThere() ? 0 : missing + 1) {
        Thread.sleep(pause);
      }
      gone.accept(
          new MantaException(
              ErrorCode.STORAGE,
              "the directory of run %s was removed while it trained: %s is gone, and its checkpoints and metrics with it; restore it, or start the run again under another name"
                  .formatted(site.name(), RunFile.at(site.location()))));
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /// Storage that cannot be asked now is there for all that is known.
  private boolean isThere() {
    try {
      return storage.exists(RunFile.at(site.location()));
    } catch (MantaException unknown) {
      return true;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
