package dev.manta.stores.internal.http;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// A connection to a server, with TLS where its address says so. One thread reads and one writes.
final class Connection implements Closeable {
  /// Few calls of the kernel for each megabyte, and still within a core's cache.
  private static final int BUFFER = 256 << 10;

  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final SocketChannel channel;
  private final @Nullable SSLSocket secure;
  private final ByteBuffer in;

  private Connection(SocketChannel channel, @Nullable SSLSocket secure) {
    this.channel = channel;
    this.secure = secure;
    this.in = secure == null ? ByteBuffer.allocateDirect(BUFFER) : ByteBuffer.allocate(BUFFER);
    in.limit(0);
  }

  /// Connects to the first address of a host that answers.
  static Connection open(URI to, Supplier<SSLContext> trust, Abortable call) throws IOException {
    boolean tls = to.getScheme().equals("https");
    int port = to.getPort() == -1 ? (tls ? 443 : 80) : to.getPort();
    IOException failed = new ConnectException();
    for (InetAddress address : InetAddress.getAllByName(to.getHost())) {
      try {
        return open(new InetSocketAddress(address, port), to, trust, call);
      } catch (ConnectException | HttpConnectTimeoutException e) {
        failed = e;
      }
    }
    throw failed;
  }

  private static Connection open(
      InetSocketAddress address, URI to, Supplier<SSLContext> trust, Abortable call)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    boolean open = false;
    try {
      call.holds(channel);
      connect(channel, address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      boolean tls = to.getScheme().equals("https");
      var made = new Connection(channel, tls ? secured(channel, address, to, trust.get()) : null);
      open = true;
      return made;
    } finally {
      if (!open) {
        channel.close();
      }
    }
  }

  private static void connect(SocketChannel channel, InetSocketAddress address) throws IOException {
    try {
      channel.socket().connect(address, (int) CONNECT.toMillis());
    } catch (SocketTimeoutException e) {
      var late = new HttpConnectTimeoutException("HTTP connect timed out");
      late.initCause(e);
      throw late;
    }
  }

  private static SSLSocket secured(
      SocketChannel channel, InetSocketAddress address, URI to, SSLContext trust)
      throws IOException {
    SSLSocket socket =
        (SSLSocket)
            trust
                .getSocketFactory()
                .createSocket(channel.socket(), to.getHost(), address.getPort(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /// Whether the server still waits for a request. One that has said something unasked does not.
  boolean isOpen() {
    if (in.hasRemaining()) {
      return false;
    }
    try {
      channel.configureBlocking(false);
      boolean silent = channel.read(ByteBuffer.allocate(1)) == 0;
      channel.configureBlocking(true);
      return silent;
    } catch (IOException e) {
      return false;
    }
  }

  void write(ByteBuffer bytes) throws IOException {
    SSLSocket tls = secure;
    if (tls == null) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } else {
      encrypt(bytes.hasArray() ? bytes : copied(bytes), tls.getOutputStream());
    }
  }

  private static ByteBuffer copied(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
  }

  private static void encrypt(ByteBuffer bytes, OutputStream out) throws IOException {
    out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    bytes.position(bytes.limit());
  }

  /// The next byte.
  int next() throws IOException {
    if (!in.hasRemaining() && !fill()) {
      throw new EOFException("the server closed the connection before its answer ended");
    }
    return in.get() & 0xff;
  }

  /// What is there of the next bytes, at least one; the buffer is valid until the next call.
  ///
  /// @return empty where the server has closed the connection
  ByteBuffer some(long most) throws IOException {
    if (!in.hasRemaining() && !fill()) {
      return ByteBuffer.allocate(0);
    }
    int count = (int) Math.min(most, in.remaining());
    ByteBuffer found = in.slice(in.position(), count);
    in.position(in.position() + count);
    return found;
  }

  private boolean fill() throws IOException {
    in.clear();
    SSLSocket tls = secure;
    int count = tls == null ? channel.read(in) : decrypted(tls.getInputStream());
    in.position(0).limit(Math.max(0, count));
    return count > 0;
  }

  private int decrypted(InputStream from) throws IOException {
    return from.read(in.array(), 0, in.capacity());
  }

  /// At once, without a farewell to the server: another thread may be reading or writing.
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException closedAnyway) {
      // Nothing is left to be done with it.
    }
  }
}
