package dev.manta.internal.worker;

import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.ToController;
import java.io.IOException;

/// The way out to the controller. A broken connection is no error here: the session's reader sees
/// it too and decides.
final class Outlet {
  private final Link link;

  Outlet(Link link) {
    this.link = link;
  }

  void send(ToController message) {
    try {
      link.send(message.frame());
    } catch (IOException gone) {
      // the session's reader sees the same
    }
  }
}
