package dev.manta.stores.internal.http;

import java.io.IOException;

/// An answer has more bytes than one of its kind can have.
public final class AnswerTooLong extends IOException {
  private static final long serialVersionUID = 1L;

  AnswerTooLong(long most) {
    super("its answer is longer than the " + most + " bytes that it may have");
  }
}
