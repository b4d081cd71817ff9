package dev.manta.bench.s3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// A long way before a server that speaks HTTP: each request takes so long on it, each connection
/// carries so many bytes a second, and it counts what passes.
public final class LongWay implements AutoCloseable {
  private static final int WAITING_MAX = 512;

  private final URI server;
  private final Duration latency;
  private final long bytesPerSecond;
  private final ServerSocket door;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<String, AtomicLong> requests = new ConcurrentHashMap<>();
  private final LongAdder sent = new LongAdder();
  private final LongAdder received = new LongAdder();

  /// @param latency what each request waits before the server hears of it
  /// @param bytesPerSecond of one connection, in each direction; 0 for no limit
  public LongWay(URI server, Duration latency, long bytesPerSecond) throws IOException {
    this.server = server;
    this.latency = latency;
    this.bytesPerSecond = bytesPerSecond;
    this.door = new ServerSocket(0, WAITING_MAX, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("long-way").start(this::accept);
  }

  /// Where clients find it.
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort());
  }

  /// How many requests there were, by their kind: `GET`, `PUT`, `PUT part`, `GET list`, …
  public Map<String, Long> requests() {
    Map<String, Long> counts = new TreeMap<>();
    requests.forEach((kind, count) -> counts.put(kind, count.get()));
    return counts;
  }

  /// The bytes of bodies that went to the server.
  public long sent() {
    return sent.sum();
  }

  /// The bytes of bodies that came from it.
  public long received() {
    return received.sum();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        open.add(client);
        Thread.ofVirtual().name("long-way").start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket there = new Socket(server.getHost(), server.getPort())) {
      client.setTcpNoDelay(true);
      there.setTcpNoDelay(true);
      relay(new HttpStream(client, bytesPerSecond), new HttpStream(there, bytesPerSecond));
    } catch (IOException gone) {
      // One of the two has closed its end, and so have both then.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(client);
    }
  }

  private void relay(HttpStream client, HttpStream there) throws IOException, InterruptedException {
    for (String call = client.head(); !call.isEmpty(); call = client.head()) {
      String kind = Kinds.of(call);
      requests.computeIfAbsent(kind, _ -> new AtomicLong()).incrementAndGet();
      Thread.sleep(latency);
      sent.add(client.pass(call, true, there));
      String answer = there.head();
      received.add(there.pass(answer, !call.startsWith("HEAD "), client));
    }
  }

  @Override
  public void close() {
    try {
      door.close();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
