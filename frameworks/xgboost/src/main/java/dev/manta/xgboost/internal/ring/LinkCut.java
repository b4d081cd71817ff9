package dev.manta.xgboost.internal.ring;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.collective.Collectives;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Shuts XGBoost's connections down when the attempt is over: a rank that waits for another within
/// native code would else do so until its time is up. Where the system does not tell which sockets
/// those are, it does.
final class LinkCut implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final int BOTH_WAYS = 2;

  private final Collectives group;
  private final TrackerEndpoint tracker;
  private final Thread thread;

  private LinkCut(Collectives group, TrackerEndpoint tracker) {
    this.group = group;
    this.tracker = tracker;
    this.thread = Thread.ofVirtual().name("manta-xgboost-watch").unstarted(this::watch);
  }

  /// Watches from now on.
  static LinkCut when(Collectives group, TrackerEndpoint tracker) {
    var cut = new LinkCut(group, tracker);
    cut.thread.start();
    return cut;
  }

  private void watch() {
    try {
      while (group.aborted().isEmpty()) {
        Thread.sleep(PAUSE);
      }
      cut();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void cut() {
    Listening own = tracker.listening();
    Optional<MemorySegment> shutdown = Linker.nativeLinker().defaultLookup().find("shutdown");
    if (own == null || shutdown.isEmpty()) {
      return;
    }
    MethodHandle call =
        Linker.nativeLinker()
            .downcallHandle(shutdown.get(), FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    for (int file : SocketTable.read().at(own.port(), written(tracker.ranks()))) {
      shutDown(call, file);
    }
  }

  private static Set<String> written(List<Peer> ranks) {
    Set<String> written = new HashSet<>();
    for (Peer rank : ranks) {
      try {
        written.add(SocketTable.written(rank));
      } catch (UnknownHostException _) {
        // then there is no connection to it either
      }
    }
    return written;
  }

  private static void shutDown(MethodHandle call, int file) {
    try {
      int _ = (int) call.invokeExact(file, BOTH_WAYS);
    } catch (Throwable e) {
      throw new IllegalStateException("a native call throws nothing", e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
