package dev.manta.testkit.framework;

import java.io.IOException;
import java.util.List;

/// What training functions throw: usual things, and some that are hard to look at.
final class Throwables {
  private Throwables() {}

  static List<Throwable> all() {
    return List.of(
        new IllegalStateException("a state"),
        new IllegalArgumentException(),
        new NullPointerException(),
        new NullPointerException("x is null"),
        new IOException("no space left on device", new IOException()),
        new OutOfMemoryError("Java heap space"),
        new StackOverflowError(),
        new UnsatisfiedLinkError("no such library"),
        new InterruptedException(),
        new Mute(),
        circle());
  }

  private static Throwable circle() {
    var one = new IllegalStateException("one");
    one.initCause(new IllegalStateException("another", one));
    return one;
  }

  /// Of a type that no framework knows.
  static final class UnheardOf extends Exception {
    private static final long serialVersionUID = 1L;

    UnheardOf(String message) {
      super(message);
    }
  }

  /// One that cannot say what it is.
  private static final class Mute extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }
  }
}
