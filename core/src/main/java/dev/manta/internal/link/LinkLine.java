package dev.manta.internal.link;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// One connection at work: a thread that reads, and one that writes what was said, in order.
final class LinkLine {
  private static final Duration TO_LEAVE = Duration.ofSeconds(1);

  /// What is to be written; nothing more after a `last`.
  private sealed interface Written {
    record Message(LinkCodec.Parcel parcel) implements Written {}

    record Last() implements Written {}
  }

  /// Who hears what comes.
  interface Listener {
    void heard(int connection, LinkCodec.Parcel parcel);

    void received(int connection);

    void broke(int connection, IOException failure);
  }

  private final int number;
  private final LinkConnection connection;
  private final int frameBytes;
  private final Listener listener;
  private final BlockingQueue<Written> queue = new LinkedBlockingQueue<>();

  LinkLine(int number, LinkConnection connection, int frameBytes, Listener listener) {
    this.number = number;
    this.connection = connection;
    this.frameBytes = frameBytes;
    this.listener = listener;
  }

  int number() {
    return number;
  }

  void start() {
    Thread.ofVirtual().name("manta-link-reader").start(this::read);
    Thread.ofVirtual().name("manta-link-writer").start(this::write);
  }

  /// Says something when its turn comes; never waits.
  void say(LinkCodec.Parcel parcel) {
    queue.add(new Written.Message(parcel));
  }

  /// Closes when everything said has left and the other end closes too, or after a second.
  void finish() {
    queue.add(new Written.Last());
    Thread.ofVirtual().name("manta-link-closer").start(this::closeSoon);
  }

  private void closeSoon() {
    try {
      Thread.sleep(TO_LEAVE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    connection.close();
  }

  private void read() {
    try {
      while (true) {
        listener.heard(
            number, LinkCodec.read(connection.in(), frameBytes, () -> listener.received(number)));
      }
    } catch (LinkViolation e) {
      // the connection is still needed: the other end must hear of it
      listener.broke(number, e);
    } catch (IOException e) {
      connection.close();
      listener.broke(number, e);
    }
  }

  private void write() {
    try {
      Written next = queue.take();
      while (next instanceof Written.Message(LinkCodec.Parcel parcel)) {
        LinkCodec.write(parcel, connection.out());
        if (queue.isEmpty()) {
          connection.out().flush();
        }
        next = queue.take();
      }
      connection.out().flush();
      connection.finishWriting();
    } catch (IOException e) {
      connection.close();
      listener.broke(number, e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      connection.close();
    }
  }
}
