package dev.manta.internal.link;

import java.io.IOException;

/// The other end said what no end may say.
final class LinkViolation extends IOException {
  private static final long serialVersionUID = 1;

  LinkViolation(String what) {
    super(what);
  }
}
