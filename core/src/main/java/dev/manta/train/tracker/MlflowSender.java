package dev.manta.train.tracker;

import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sends a backlog to an MLflow server, on a thread of its own, until it is told to finish.
///
/// After every failure it asks the server anew how far that has come: a batch whose answer was lost
/// is not sent twice.
final class MlflowSender {
  private static final int ENTRIES_MAX = 500;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
  private static final System.Logger LOGGER = System.getLogger("dev.manta.trackers");

  private final Path directory;
  private final MlflowTarget target;
  private final Backlog backlog;
  private final Thread thread;
  private Optional<MlflowCalls> calls = Optional.empty();
  private MlflowMark sent = MlflowMark.NONE;
  private Duration pause = PAUSE;
  private boolean failing;
  private boolean finishing;

  /// @param directory remembers which MLflow run it is
  MlflowSender(Path directory, MlflowTarget target, Backlog backlog) {
    this.directory = directory;
    this.target = target;
    this.backlog = backlog;
    this.thread = Thread.ofVirtual().name("manta-mlflow").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// Sends what there is, once more if the last call failed, and ends.
  ///
  /// @return whether the server has everything
  boolean finish(Duration limit) throws InterruptedException {
    synchronized (this) {
      finishing = true;
      notifyAll();
    }
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
    if (!thread.join(limit)) {
      thread.interrupt();
      thread.join(PAUSE);
    }
    boolean complete = backlog.isTaken() && !failing;
    if (!complete) {
      warn(
          "has not everything of run %s yet: what is missing lies in %s, and is sent when the run resumes, or by: manta sync %s"
              .formatted(target.name(), directory, target.location()));
    }
    return complete;
  }

  private void run() {
    try (var server = new MlflowServer(URI.create(target.server()), System.getenv())) {
      boolean continues = true;
      while (continues) {
        boolean last = isFinishing();
        boolean worked = tryToSend(server);
        continues = !last || (worked && !backlog.isTaken());
      }
    } catch (InterruptedException e) {
      failing = true;
    }
  }

  private synchronized boolean isFinishing() {
    return finishing;
  }

  private boolean tryToSend(MlflowServer server) throws InterruptedException {
    try {
      if (calls.isEmpty()) {
        calls = Optional.of(connect(server));
      }
      send(backlog.take(ENTRIES_MAX, isFinishing() ? Duration.ZERO : PAUSE), calls.get());
      recovered();
      rest(PAUSE);
      return true;
    } catch (IOException | RuntimeException e) {
      failed(e);
      return false;
    }
  }

  private MlflowCalls connect(MlflowServer server) throws IOException, InterruptedException {
    MlflowRun run = MlflowRun.open(server, target, directory);
    sent = run.mark();
    var connected = new MlflowCalls(server, target, run, this::warn);
    connected.describe();
    return connected;
  }

  private void recovered() {
    if (failing) {
      LOGGER.log(System.Logger.Level.INFO, "MLflow at {0} answers again", target.server());
    }
    failing = false;
    pause = PAUSE;
  }

  private synchronized void failed(Exception cause) throws InterruptedException {
    calls = Optional.empty();
    if (!failing) {
      failing = true;
      String why = Optional.ofNullable(cause.getMessage()).orElse(cause.getClass().getSimpleName());
      warn(
          "does not take what run %s reports, which waits on disk: %s"
              .formatted(target.name(), why));
    }
    if (!finishing) {
      rest(pause);
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
    }
  }

  /// Waits, unless there is no time left: so calls carry many points each.
  private synchronized void rest(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toMillis(); !finishing && left > 0; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
  }

  private void send(List<Backlog.Entry> entries, MlflowCalls to)
      throws IOException, InterruptedException {
    List<Backlog.Entry> batch = new ArrayList<>();
    int metrics = 0;
    long from = entries.isEmpty() ? 0 : entries.getFirst().number();
    try {
      for (Backlog.Entry entry : entries) {
        int more = count(entry);
        if (more == 0 || metrics + more > MlflowTracking.METRICS_MAX) {
          from = sendBatch(batch, to).orElse(from);
          metrics = 0;
        }
        if (more > 0 && MlflowMark.of(entry.content()).compareTo(sent) > 0) {
          batch.add(entry);
          metrics += more;
        } else if (more == 0) {
          sendOther(entry.content(), to);
          from = acknowledged(entry);
        }
      }
      sendBatch(batch, to);
    } catch (IOException | RuntimeException e) {
      backlog.again(from);
      throw e;
    }
  }

  private static int count(Backlog.Entry entry) {
    return entry.content().find("metrics").map(all -> all.asObject().keys().size()).orElse(0);
  }

  /// @return the number of the entry behind the batch
  private Optional<Long> sendBatch(List<Backlog.Entry> batch, MlflowCalls to)
      throws IOException, InterruptedException {
    if (batch.isEmpty()) {
      return Optional.empty();
    }
    send(to, batch);
    long next = acknowledged(batch.getLast());
    batch.clear();
    return Optional.of(next);
  }

  /// Where the server refuses a batch for good, the rest of it is sent without what it refuses.
  private void send(MlflowCalls to, List<Backlog.Entry> batch)
      throws IOException, InterruptedException {
    try {
      to.metrics(batch.stream().map(Backlog.Entry::content).toList());
      sent = MlflowMark.of(batch.getLast().content());
    } catch (MlflowError e) {
      if (!e.isFinal()) {
        throw e;
      }
      if (batch.size() == 1) {
        warn("refuses metrics of run " + target.name() + ": " + e.getMessage());
      } else {
        send(to, batch.subList(0, batch.size() / 2));
        send(to, batch.subList(batch.size() / 2, batch.size()));
      }
    }
  }

  private void sendOther(JsonObject entry, MlflowCalls to)
      throws IOException, InterruptedException {
    try {
      if (entry.has("status")) {
        to.status(entry.get("status").asText(), entry.find("at"));
      } else if (entry.has("logged")) {
        to.logged(entry.get("logged").asObject());
      } else {
        to.checkpoint(entry.get("checkpoint").asObject());
      }
    } catch (MlflowError e) {
      if (!e.isFinal()) {
        throw e;
      }
      warn("refuses what run " + target.name() + " says: " + e.getMessage());
    }
  }

  private long acknowledged(Backlog.Entry entry) throws IOException {
    backlog.sent(entry.number());
    return entry.number() + 1;
  }

  private void warn(String what) {
    LOGGER.log(System.Logger.Level.WARNING, "MLflow at {0} {1}", target.server(), what);
  }
}
