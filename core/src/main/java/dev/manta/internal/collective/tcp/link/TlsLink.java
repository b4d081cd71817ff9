package dev.manta.internal.collective.tcp.link;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/// Bytes in records of TLS. What was decrypted and not taken yet waits in `plain`, what was
/// encrypted and not sent yet in `outgoing`.
final class TlsLink implements PeerLink {
  private static final int RECORDS = 8;
  private static final ByteBuffer[] NOTHING = {ByteBuffer.allocate(0)};

  private final SocketChannel channel;
  private final SSLEngine engine;
  private final int packet;
  private final int record;
  private final ByteBuffer incoming;
  private final ByteBuffer outgoing;
  private final ByteBuffer plain;
  private final ByteBuffer[] overflow;
  private volatile boolean mustAnswer;

  TlsLink(SocketChannel channel, SSLEngine engine) {
    this.channel = channel;
    this.engine = engine;
    this.packet = engine.getSession().getPacketBufferSize();
    this.record = engine.getSession().getApplicationBufferSize();
    this.incoming = ByteBuffer.allocateDirect(packet * RECORDS).flip();
    this.outgoing = ByteBuffer.allocateDirect(packet * RECORDS);
    this.plain = ByteBuffer.allocateDirect(record).flip();
    this.overflow = new ByteBuffer[] {plain};
  }

  @Override
  public SocketChannel channel() {
    return channel;
  }

  void handshake(ChannelReadiness readiness) throws IOException {
    engine.beginHandshake();
    HandshakeStatus status = engine.getHandshakeStatus();
    while (status != HandshakeStatus.FINISHED && status != HandshakeStatus.NOT_HANDSHAKING) {
      status = shake(status, readiness);
    }
    send(readiness);
  }

  private HandshakeStatus shake(HandshakeStatus status, ChannelReadiness readiness)
      throws IOException {
    return switch (status) {
      case NEED_TASK -> {
        runTasks();
        yield engine.getHandshakeStatus();
      }
      case NEED_WRAP -> {
        HandshakeStatus next = engine.wrap(NOTHING, 0, 1, outgoing).getHandshakeStatus();
        send(readiness);
        yield next;
      }
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> hear(readiness);
      case FINISHED, NOT_HANDSHAKING -> status;
    };
  }

  private HandshakeStatus hear(ChannelReadiness readiness) throws IOException {
    plain.clear();
    SSLEngineResult result = unwrap(readiness);
    plain.flip();
    while (result.getStatus() == Status.BUFFER_UNDERFLOW) {
      int count = fill();
      if (count < 0) {
        throw new EOFException("it closed the connection during the TLS handshake");
      }
      if (count == 0) {
        readiness.await(SelectionKey.OP_READ);
      }
      plain.clear();
      result = unwrap(readiness);
      plain.flip();
    }
    return result.getHandshakeStatus();
  }

  /// A failed check becomes an alert, which the other side should see.
  private SSLEngineResult unwrap(ChannelReadiness readiness) throws IOException {
    try {
      return engine.unwrap(incoming, plain);
    } catch (IOException e) {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        engine.wrap(NOTHING, 0, 1, outgoing);
        send(readiness);
      }
      throw e;
    }
  }

  private void send(ChannelReadiness readiness) throws IOException {
    while (!flush()) {
      readiness.await(SelectionKey.OP_WRITE);
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  private int fill() throws IOException {
    incoming.compact();
    try {
      return channel.read(incoming);
    } finally {
      incoming.flip();
    }
  }

  @Override
  public long read(ByteBuffer[] into, int count) throws IOException {
    long taken = drain(into, count);
    while (remaining(into, count) > 0) {
      boolean direct = remaining(into, count) >= record;
      long produced = direct ? decrypt(into, count) : decryptAside(into, count);
      taken += Math.max(0, produced);
      if (produced < 0) {
        int read = fill();
        if (read <= 0) {
          return taken > 0 ? taken : read;
        }
      }
    }
    return taken;
  }

  private long decryptAside(ByteBuffer[] into, int count) throws IOException {
    plain.clear();
    try {
      if (decrypt(overflow, 1) < 0) {
        return -1;
      }
    } finally {
      plain.flip();
    }
    return drain(into, count);
  }

  /// Decrypts one record; below 0 when more must come first.
  private long decrypt(ByteBuffer[] into, int count) throws IOException {
    if (!incoming.hasRemaining()) {
      return -1;
    }
    SSLEngineResult result = engine.unwrap(incoming, into, 0, count);
    if (result.getStatus() == Status.CLOSED) {
      throw new EOFException("the other side closed the connection");
    }
    follow(result.getHandshakeStatus());
    return result.getStatus() == Status.BUFFER_UNDERFLOW ? -1 : result.bytesProduced();
  }

  /// Keys change now and then; the answer goes out with the next write.
  private void follow(HandshakeStatus status) {
    if (status == HandshakeStatus.NEED_TASK) {
      runTasks();
    }
    mustAnswer |= engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
  }

  private long drain(ByteBuffer[] into, int count) {
    long before = plain.remaining();
    for (int i = 0; i < count && plain.hasRemaining(); i++) {
      int length = Math.min(plain.remaining(), into[i].remaining());
      into[i].put(plain.slice(plain.position(), length));
      plain.position(plain.position() + length);
    }
    return before - plain.remaining();
  }

  private static long remaining(ByteBuffer[] buffers, int count) {
    long remaining = 0;
    for (int i = 0; i < count; i++) {
      remaining += buffers[i].remaining();
    }
    return remaining;
  }

  @Override
  public long write(ByteBuffer[] from, int count) throws IOException {
    long taken = 0;
    while (remaining(from, count) > 0) {
      if (outgoing.remaining() < packet && !flush() && outgoing.remaining() < packet) {
        return taken;
      }
      taken += engine.wrap(from, 0, count, outgoing).bytesConsumed();
    }
    flush();
    return taken;
  }

  @Override
  public boolean flush() throws IOException {
    if (mustAnswer && outgoing.remaining() >= packet) {
      mustAnswer = false;
      engine.wrap(NOTHING, 0, 1, outgoing);
    }
    if (outgoing.position() > 0) {
      outgoing.flip();
      try {
        channel.write(outgoing);
      } finally {
        outgoing.compact();
      }
    }
    return outgoing.position() == 0;
  }

  @Override
  public void close() {
    Sockets.close(channel);
  }
}
