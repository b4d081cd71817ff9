package dev.manta.internal.collective.tcp.link;

import dev.manta.internal.link.RecordCipher;
import dev.manta.internal.link.SealedInput;
import dev.manta.internal.link.SealedOutput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/// The handshake of TLS 1.3, after which both sides say in it that they continue in sealed records.
/// That word is the last that TLS carries: whatever comes behind it is a record.
final class TlsHandshake {
  private static final byte[] WORD = "manta-sealed-1".getBytes(StandardCharsets.US_ASCII);
  private static final String LABEL = "EXPORTER-manta sealed records";
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final SSLEngine engine;
  private final ChannelReadiness readiness;
  private final ByteBuffer incoming;
  private final ByteBuffer outgoing;
  private final ByteBuffer plain;

  TlsHandshake(SocketChannel channel, SSLEngine engine, ChannelReadiness readiness) {
    this.channel = channel;
    this.engine = engine;
    this.readiness = readiness;
    int packet = engine.getSession().getPacketBufferSize();
    this.incoming = ByteBuffer.allocate(2 * packet).flip();
    this.outgoing = ByteBuffer.allocate(2 * packet);
    this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
  }

  /// Shakes hands; returns the link that the connection is from now on.
  SealedLink run() throws IOException {
    engine.beginHandshake();
    HandshakeStatus status = engine.getHandshakeStatus();
    while (status != HandshakeStatus.FINISHED && status != HandshakeStatus.NOT_HANDSHAKING) {
      status = shake(status);
    }
    sayWord();
    hearWord();
    SealedInput input = new SealedInput(channel, secret(!engine.getUseClientMode()), incoming);
    return new SealedLink(
        channel, input, new SealedOutput(channel, secret(engine.getUseClientMode())));
  }

  private HandshakeStatus shake(HandshakeStatus status) throws IOException {
    return switch (status) {
      case NEED_TASK -> {
        runTasks();
        yield engine.getHandshakeStatus();
      }
      case NEED_WRAP -> wrap(NOTHING);
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> unwrap().getHandshakeStatus();
      case FINISHED, NOT_HANDSHAKING -> status;
    };
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  private HandshakeStatus wrap(ByteBuffer from) throws IOException {
    HandshakeStatus status = engine.wrap(from, outgoing).getHandshakeStatus();
    outgoing.flip();
    while (outgoing.hasRemaining()) {
      if (channel.write(outgoing) == 0) {
        readiness.await(SelectionKey.OP_WRITE);
      }
    }
    outgoing.clear();
    return status;
  }

  private SSLEngineResult unwrap() throws IOException {
    SSLEngineResult result = tryUnwrap();
    while (result.getStatus() == Status.BUFFER_UNDERFLOW) {
      fill();
      result = tryUnwrap();
    }
    if (result.getStatus() == Status.CLOSED) {
      throw new EOFException("it closed the connection during the TLS handshake");
    }
    return result;
  }

  /// A failed check becomes an alert, which the other side should see.
  private SSLEngineResult tryUnwrap() throws IOException {
    try {
      return engine.unwrap(incoming, plain);
    } catch (IOException e) {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        wrap(NOTHING);
      }
      throw e;
    }
  }

  private void fill() throws IOException {
    incoming.compact();
    try {
      int count = channel.read(incoming);
      if (count < 0) {
        throw new EOFException("it closed the connection during the TLS handshake");
      }
      if (count == 0) {
        readiness.await(SelectionKey.OP_READ);
      }
    } finally {
      incoming.flip();
    }
  }

  private void sayWord() throws IOException {
    ByteBuffer word = ByteBuffer.wrap(WORD);
    while (word.hasRemaining()) {
      wrap(word);
    }
  }

  private void hearWord() throws IOException {
    while (plain.position() < WORD.length) {
      if (unwrap().getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        runTasks();
      }
    }
    if (!Arrays.equals(Arrays.copyOf(plain.array(), plain.position()), WORD)) {
      throw new IOException("it does not continue in sealed records: another version of Manta?");
    }
  }

  /// The secret of what one side sends: only the two ends of this very handshake can have it.
  private byte[] secret(boolean ofCaller) throws IOException {
    byte[] side = (ofCaller ? "caller" : "called").getBytes(StandardCharsets.US_ASCII);
    return ((ExtendedSSLSession) engine.getSession())
        .exportKeyingMaterialData(LABEL, side, RecordCipher.SECRET);
  }
}
