package dev.manta.internal.journal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// Hears from the metrics stream, on its threads; must return quickly.
public interface MetricsListener {
  /// All rows up to this position, as [MetricsStream#append] counted them, survive a crash.
  void durable(long position);

  /// Writing failed; it is tried again.
  void failed(MantaException cause);

  /// A finished segment is in storage.
  default void sealed() {}

  /// Storage did not take a finished segment; it is tried again.
  default void notSealed(MantaException cause) {
    failed(cause);
  }

  /// The stream has ended, and writes or seals nothing more.
  void broken(MantaException cause);

  /// A thread of the stream has ended with something that nobody expected.
  default void broken(Throwable thrown) {
    broken(
        thrown instanceof MantaException known
            ? known
            : new MantaException(
                ErrorCode.MANTA, "reports can no longer be kept: " + thrown, thrown));
  }

  /// Something that the user should know; the stream continues.
  void warning(String message);

  /// Whether another controller has the run by now: asked when a file of the stream is gone, which
  /// that one has taken or else somebody deleted, and when one that was not there has been made.
  boolean takenOver();

  /// Another controller has taken over: nothing more is written.
  void deposed();
}
