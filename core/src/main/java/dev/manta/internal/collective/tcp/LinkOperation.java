package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;

/// One operation as flows over the links. Nothing of the caller's memory may be written before
/// [#begin].
interface LinkOperation {
  /// What goes between this rank and a peer.
  LinkFlow flow(int peer);

  /// All ranks have come and agree.
  void begin(CallHeader[] headers);

  /// Does what has become possible; returns whether something was done.
  boolean work();

  /// Whether this rank's own work is done.
  boolean done();

  /// Only headers: a barrier.
  LinkOperation NONE =
      new LinkOperation() {
        @Override
        public LinkFlow flow(int peer) {
          return LinkFlow.NOTHING;
        }

        @Override
        public void begin(CallHeader[] headers) {}

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
