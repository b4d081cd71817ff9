package dev.manta.internal.link;

import java.io.IOException;

/// A link is over; frames that were not taken may or may not have been.
public final class LinkLost extends IOException {
  private static final long serialVersionUID = 1;

  private final transient LinkEnd end;

  public LinkLost(LinkEnd end) {
    super(end.words());
    this.end = end;
  }

  public LinkEnd end() {
    return end;
  }
}
