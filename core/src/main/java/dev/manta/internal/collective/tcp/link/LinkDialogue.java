package dev.manta.internal.collective.tcp.link;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/// A few short messages over a new link, each side in turn, up to a deadline.
record LinkDialogue(PeerLink link, ChannelReadiness readiness) {
  void say(byte[] message) throws IOException {
    ByteBuffer[] buffers = {ByteBuffer.wrap(message)};
    while (buffers[0].hasRemaining() || !link.flush()) {
      if (link.write(buffers, 1) == 0) {
        readiness.await(SelectionKey.OP_WRITE);
      }
    }
  }

  byte[] hear(int bytes) throws IOException {
    ByteBuffer[] buffers = {ByteBuffer.allocate(bytes)};
    while (buffers[0].hasRemaining()) {
      long count = link.read(buffers, 1);
      if (count < 0) {
        throw new EOFException("the other side closed the connection");
      }
      if (count == 0) {
        readiness.await(SelectionKey.OP_READ);
      }
    }
    return buffers[0].array();
  }
}
