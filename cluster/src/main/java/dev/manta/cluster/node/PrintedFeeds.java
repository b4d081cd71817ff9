package dev.manta.cluster.node;

import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.logs.LogFeed;
import dev.manta.internal.remote.FromNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the workers of a run print, told to their driver piece by piece. Whoever prints faster than
/// that, or than the link takes it, is cut; the node keeps all of it.
final class PrintedFeeds implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final long WAITING_MAX = 4 << 20;

  private final Path directory;
  private final DriverTalk talk;
  private final int group;
  private final Map<String, WorkerFeed> feeds = new HashMap<>();
  private volatile boolean closed;

  /// @param directory the run's
  PrintedFeeds(Path directory, DriverTalk talk, int group) {
    this.directory = directory;
    this.talk = talk;
    this.group = group;
  }

  void start() {
    Thread.ofVirtual().name("manta-printed").start(this::watch);
  }

  private void watch() {
    try {
      while (!closed) {
        Thread.sleep(LOOK_EVERY);
        for (WorkerFeed feed : all()) {
          if (talk.waiting() < WAITING_MAX) {
            feed.tellNext();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized List<WorkerFeed> all() {
    return List.copyOf(feeds.values());
  }

  /// @param printed how much of its log the driver has; less than 0 for what this node has told
  synchronized void begin(WorkerSpec worker, long printed) {
    if (!feeds.containsKey(worker.worker())) {
      Path note = directory.resolve("told").resolve(worker.worker());
      feeds.put(worker.worker(), new WorkerFeed(worker, note, printed < 0 ? read(note) : printed));
    }
  }

  private static long read(Path note) {
    try {
      return Long.parseLong(Files.readString(note).strip());
    } catch (IOException | NumberFormatException nothing) {
      return 0;
    }
  }

  /// A spare's log has the name of its rank from now on.
  synchronized void seated(WorkerSpec worker) {
    WorkerFeed feed = feeds.get(worker.worker());
    if (feed != null) {
      feed.renamed(worker);
    }
  }

  /// Tells what is left of a worker that is gone.
  void end(String worker) {
    WorkerFeed feed;
    synchronized (this) {
      feed = feeds.remove(worker);
    }
    if (feed != null) {
      feed.tellAll();
    }
  }

  /// The log of one worker.
  private final class WorkerFeed {
    private final String worker;
    private final Path note;
    private LogFeed log;
    private long position;
    private boolean over;

    WorkerFeed(WorkerSpec spec, Path note, long position) {
      this.worker = spec.worker();
      this.note = note;
      this.position = position;
      this.log = new LogFeed(spec.log(directory), position);
    }

    synchronized void renamed(WorkerSpec spec) {
      log = new LogFeed(spec.log(directory), position);
    }

    /// Nothing is told of a worker after its end.
    synchronized boolean tellNext() {
      return !over && tell();
    }

    private boolean tell() {
      try {
        Optional<LogFeed.Piece> piece = log.next();
        piece.ifPresent(this::tell);
        return piece.isPresent();
      } catch (IOException unreadable) {
        return false;
      }
    }

    private void tell(LogFeed.Piece piece) {
      position += piece.leftOut() + piece.bytes().length;
      talk.tell(
          new FromNode.Told(group, new WorkerNews.Printed(worker, piece.bytes(), piece.leftOut())));
      write();
    }

    /// So that the next controller does not hear it again.
    private void write() {
      try {
        Files.createDirectories(note.getParent());
        Files.writeString(note, Long.toString(position));
      } catch (IOException full) {
        System.getLogger("dev.manta.node").log(System.Logger.Level.DEBUG, note.toString(), full);
      }
    }

    synchronized void tellAll() {
      while (tell()) {
        // until nothing is left
      }
      over = true;
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
