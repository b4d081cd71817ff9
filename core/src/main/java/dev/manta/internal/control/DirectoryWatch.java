package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.RunSite;
import dev.manta.storage.Storage;
import java.time.Duration;
import java.util.function.Consumer;

/// Sees to it that a run whose directory is removed while it trains does not train on for nothing.
final class DirectoryWatch implements AutoCloseable {
  /// How often is looked, and for how long a directory may be away: a mount that is renewed, or a
  /// server that starts again, takes that long.
  record Patience(Duration pause, Duration away) {
    static Patience of(RunSite site) {
      Duration pause = Duration.ofSeconds(site.location().isLocal() ? 1 : 10);
      return new Patience(pause, Duration.ofSeconds(45));
    }
  }

  private final Storage storage;
  private final RunSite site;
  private final Patience patience;
  private final Consumer<String> warn;
  private final Consumer<MantaException> gone;
  private final Thread thread;

  private DirectoryWatch(
      Storage storage,
      RunSite site,
      Patience patience,
      Consumer<String> warn,
      Consumer<MantaException> gone) {
    this.storage = storage;
    this.site = site;
    this.patience = patience;
    this.warn = warn;
    this.gone = gone;
    this.thread = Thread.ofPlatform().daemon().name("manta-directory").unstarted(this::watch);
  }

  /// @param gone hears that the directory was removed
  static DirectoryWatch over(
      Storage storage,
      RunSite site,
      Patience patience,
      Consumer<String> warn,
      Consumer<MantaException> gone) {
    var watch = new DirectoryWatch(storage, site, patience, warn, gone);
    watch.thread.start();
    return watch;
  }

  private void warn() {
    warn.accept(
        "%s is not there: the run continues, and fails if that is not back within %s s"
            .formatted(RunFile.at(site.location()), patience.away().toSeconds()));
  }

  private boolean isOver(long seenNanos) {
    return System.nanoTime() - seenNanos > patience.away().toNanos();
  }

  /// Missing once may be a storage that is being mounted again.
  private void watch() {
    try {
      long seenNanos = System.nanoTime();
      for (int missing = 0; missing < 2 || !isOver(seenNanos); ) {
        Thread.sleep(patience.pause());
        if (isThere()) {
          missing = 0;
          seenNanos = System.nanoTime();
        } else if (++missing == 2) {
          warn();
        }
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
