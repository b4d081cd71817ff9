package dev.manta.internal.worker;

import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.util.ArrayDeque;
import java.util.Deque;

/// The frameworks that a training function has entered; left in reverse order.
final class EnteredFrameworks implements AutoCloseable {
  private final Deque<Framework.Entered> entered = new ArrayDeque<>();

  private EnteredFrameworks() {}

  /// Lets them load what they need while the controller answers; returns at once.
  static void preload(ClassLoader loader) {
    Thread.ofPlatform()
        .daemon()
        .name("manta-preload")
        .start(() -> Framework.installed(loader).forEach(EnteredFrameworks::preload));
  }

  /// What cannot be loaded now fails again where the training function uses it, and is told there.
  private static void preload(Framework framework) {
    try {
      framework.preload();
    } catch (RuntimeException | LinkageError e) {
      System.getLogger("dev.manta.worker").log(System.Logger.Level.DEBUG, "not preloaded", e);
    }
  }

  static EnteredFrameworks enter(ClassLoader loader, TrainContext<?> context) {
    var all = new EnteredFrameworks();
    try {
      Framework.installed(loader).forEach(each -> all.entered.push(each.enter(context)));
    } catch (RuntimeException | Error e) {
      all.close();
      throw e;
    }
    return all;
  }

  /// What the function threw, as the frameworks explain it.
  Throwable explain(Throwable thrown) {
    Throwable at = thrown;
    for (Framework.Entered each : entered) {
      at = each.explain(at);
    }
    return at;
  }

  @Override
  public void close() {
    while (!entered.isEmpty()) {
      entered.pop().close();
    }
  }
}
