package dev.manta.internal.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/// A link over a stream socket.
///
/// An interrupt within a write would close the channel for good. So a thread that is interrupted
/// writes with its flag put aside, and threads of ours put off interrupts while they hold the lock.
public final class SocketLink implements Link {
  private static final int BUFFER_BYTES = 64 << 10;

  private final SocketChannel channel;
  private final Object writing = new Object();
  private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();

  public SocketLink(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public Object writing() {
    return writing;
  }

  @Override
  public void send(byte[] frame) throws IOException {
    synchronized (writing) {
      boolean interrupted = Thread.interrupted();
      try {
        write(frame);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private void write(byte[] frame) throws IOException {
    for (int at = 0; at < frame.length; ) {
      int count = Math.min(BUFFER_BYTES, frame.length - at);
      out.clear().put(frame, at, count).flip();
      while (out.hasRemaining()) {
        channel.write(out);
      }
      at += count;
    }
  }

  @Override
  public byte @Nullable [] receive() throws IOException {
    try {
      return fill(Frame.LENGTH_BYTES) ? frame() : null;
    } catch (ClosedChannelException closed) {
      return null;
    }
  }

  private byte[] frame() throws IOException {
    byte[] frame = new byte[Frame.size(in.getInt(in.position()))];
    for (int at = 0; at < frame.length; ) {
      if (!in.hasRemaining() && !fill(1)) {
        throw new EOFException("the connection ended within a frame");
      }
      int count = Math.min(in.remaining(), frame.length - at);
      in.get(frame, at, count);
      at += count;
    }
    return frame;
  }

  /// Reads until so many bytes are there; false when the stream ended before the first of them.
  private boolean fill(int count) throws IOException {
    while (in.remaining() < count) {
      in.compact();
      int read = channel.read(in);
      in.flip();
      if (read < 0) {
        return ended();
      }
    }
    return true;
  }

  private boolean ended() throws IOException {
    if (in.hasRemaining()) {
      throw new EOFException("the connection ended within a frame");
    }
    return false;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // a socket that cannot be closed is gone already
    }
  }
}
