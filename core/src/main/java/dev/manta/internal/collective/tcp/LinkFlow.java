package dev.manta.internal.collective.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What goes over one link, in both directions, during one operation.
interface LinkFlow {
  /// The next bytes to send; null while nothing is ready, or nothing is left.
  @Nullable ByteBuffer give();

  /// Where the next bytes go; null while there is no space, or nothing is expected.
  @Nullable ByteBuffer room();

  /// All of it has arrived.
  void filled();

  /// Whether everything was given and filled.
  boolean done();

  /// Nothing either way.
  LinkFlow NOTHING =
      new LinkFlow() {
        @Override
        public @Nullable ByteBuffer give() {
          return null;
        }

        @Override
        public @Nullable ByteBuffer room() {
          return null;
        }

        @Override
        public void filled() {}

        @Override
        public boolean done() {
          return true;
        }
      };
}
