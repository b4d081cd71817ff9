package dev.manta.internal.worker;

import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.io.IOException;

/// A worker's side of the conversation: reads what the controller says, on the thread that calls
/// [#run], and does it. Training runs on a thread of its own, so a ping is always answered.
public final class WorkerSession implements ToWorker.Inbox {
  private final Link link;
  private final Host host;
  private long orphanMillis;

  public WorkerSession(Link link, Host host) {
    this.link = link;
    this.host = host;
  }

  /// Serves until the controller says leave or is gone.
  public void run() {
    try {
      for (byte[] frame = link.receive(); frame != null; frame = link.receive()) {
        ToWorker.read(frame).deliver(this);
      }
    } catch (IOException gone) {
      // a broken connection is a controller that is gone
    }
    outliveController();
    host.orphaned();
  }

  private void outliveController() {
    try {
      Thread.sleep(orphanMillis);
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void welcome(ToWorker.Welcome message) {
    orphanMillis = message.orphanMillis();
  }

  @Override
  public void join(ToWorker.Join message) {}

  @Override
  public void go(ToWorker.Go message) {}

  @Override
  public void validate(ToWorker.Validate message) {}

  @Override
  public void ack(ToWorker.Ack message) {}

  @Override
  public void committed(ToWorker.Committed message) {}

  @Override
  public void notCommitted(ToWorker.NotCommitted message) {}

  @Override
  public void stop(ToWorker.Stop message) {}

  @Override
  public void abort(ToWorker.Abort message) {}

  @Override
  public void dump(ToWorker.Dump message) {}

  @Override
  public void ping(ToWorker.Ping message) {
    send(new ToController.Pong(message.id()));
  }

  @Override
  public void leave(ToWorker.Leave message) {
    host.exit(0);
  }

  private void send(ToController message) {
    try {
      link.send(message.frame());
    } catch (IOException gone) {
      // the reader of this link sees the same
    }
  }
}
