package dev.manta.internal.collective.tcp.link;

import dev.manta.internal.link.SealedInput;
import dev.manta.internal.link.SealedOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;

/// Bytes in sealed records, whose keys come from a handshake of TLS.
final class SealedLink implements PeerLink {
  private final SocketChannel channel;
  private final SealedInput input;
  private final SealedOutput output;
  private final ReentrantLock writing = new ReentrantLock();

  SealedLink(SocketChannel channel, SealedInput input, SealedOutput output) {
    this.channel = channel;
    this.input = input;
    this.output = output;
  }

  @Override
  public SocketChannel channel() {
    return channel;
  }

  @Override
  public long read(ByteBuffer[] into, int count) throws IOException {
    return input.read(into, count);
  }

  @Override
  public long write(ByteBuffer[] from, int count) throws IOException {
    writing.lock();
    try {
      return output.write(from, count);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public boolean flush() throws IOException {
    writing.lock();
    try {
      return output.flush();
    } finally {
      writing.unlock();
    }
  }

  /// Any thread may close it; whoever writes just then is cut.
  @Override
  public void close() {
    if (writing.tryLock()) {
      try {
        output.end();
      } catch (IOException _) {
        // whoever does not hear the end sees that the connection was cut
      } finally {
        writing.unlock();
      }
    }
    Sockets.close(channel);
  }
}
