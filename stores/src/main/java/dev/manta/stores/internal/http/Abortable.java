package dev.manta.stores.internal.http;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What a call holds open, which another thread may close at any time to end the call.
final class Abortable {
  private @Nullable Closeable held;
  private boolean aborted;

  /// From now on an abort closes this, and not what was held before.
  synchronized void holds(Closeable thing) throws IOException {
    if (aborted) {
      thing.close();
      throw new IOException("the call was given up");
    }
    held = thing;
  }

  /// Whether the call came to its end before an abort: its connection is somebody else's then.
  synchronized boolean letGo() {
    held = null;
    return !aborted;
  }

  synchronized void abort() {
    aborted = true;
    Closeable thing = held;
    if (thing != null) {
      try {
        thing.close();
      } catch (IOException closedAnyway) {
        // Its thread gets to know by itself.
      }
    }
  }
}
