package dev.manta.internal.worker;

import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.Repeats;
import dev.manta.internal.wire.ToController;
import java.io.IOException;

/// The way out to the controller. A broken connection is not an error here: the session's reader
/// sees it too and decides.
final class ControllerChannel {
  private final Object writing = new Object();
  private final Repeats repeats = new Repeats();
  private Link link;
  private boolean lasting;

  ControllerChannel(Link link) {
    this.link = link;
  }

  /// Held while a frame is written; a thread must not be interrupted meanwhile.
  Object writing() {
    return writing;
  }

  /// From now on it is kept what another controller would have to hear again.
  void last() {
    synchronized (writing) {
      lasting = true;
    }
  }

  Repeats repeats() {
    return repeats;
  }

  /// Throws where the message is too large for a frame; then nothing was said.
  void send(ToController message) {
    byte[] frame = message.frame();
    synchronized (writing) {
      if (lasting) {
        repeats.add(message);
      }
      try {
        link.send(frame);
      } catch (IOException gone) {
        // the session's reader sees the same
      }
    }
  }

  /// Moves to another connection, and repeats there every message that may not have arrived.
  void moveTo(Link next) throws IOException {
    synchronized (writing) {
      for (ToController message : repeats.all()) {
        next.send(message.frame());
      }
      next.send(new ToController.Restated().frame());
      link = next;
    }
  }
}
