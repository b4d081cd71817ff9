package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Header;

/// One operation as flows over the links. Nothing of the caller's memory may be written before
/// [#begin].
interface Traffic {
  /// What goes between this rank and a peer.
  Flow flow(int peer);

  /// All ranks have come and agree.
  void begin(Header[] headers);

  /// Does what has become possible; returns whether something was done.
  boolean work();

  /// Whether this rank's own work is done.
  boolean done();

  /// Only headers: a barrier.
  Traffic NONE =
      new Traffic() {
        @Override
        public Flow flow(int peer) {
          return Flow.NOTHING;
        }

        @Override
        public void begin(Header[] headers) {}

        @Override
        public boolean work() {
          return false;
        }

        @Override
        public boolean done() {
          return true;
        }
      };
}
