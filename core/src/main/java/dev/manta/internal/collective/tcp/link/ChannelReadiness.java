package dev.manta.internal.collective.tcp.link;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/// Waits, up to a deadline, until one channel can continue.
final class ChannelReadiness implements AutoCloseable {
  private final Selector selector;
  private final SelectionKey key;
  private final Deadline deadline;

  ChannelReadiness(SocketChannel channel, Deadline deadline) throws IOException {
    this.selector = Selector.open();
    this.key = channel.register(selector, 0);
    this.deadline = deadline;
  }

  void await(int operations) throws IOException {
    key.interestOps(operations);
    requireTime(); // also where something comes all the time, byte by byte
    while (selector.select(Deadline.LOOK_MILLIS) == 0) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted while a link was being made");
      }
      requireTime();
    }
    selector.selectedKeys().clear();
  }

  private void requireTime() throws SocketTimeoutException {
    if (deadline.passed()) {
      throw new SocketTimeoutException("no answer in time");
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
