package dev.manta.cli.notebook.zmq;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Who has connected. What is said to it waits in a queue, so that one that does not read holds
/// nobody up for long.
public final class Peer implements AutoCloseable {
  private static final int WAITING_MAX = 256;

  private static final List<byte[]> END = List.of();

  private final Socket socket;
  private final Frames frames;
  private final BlockingQueue<List<byte[]>> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
  private final Thread writer;
  private volatile boolean waitedInVain;

  private Peer(Socket socket, Frames frames) {
    this.socket = socket;
    this.frames = frames;
    this.writer = Thread.ofVirtual().name("manta-notebook-writer").unstarted(this::write);
  }

  static Peer greeted(Socket socket, SocketKind kind, Limits limits) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) limits.greeting().toMillis());
    var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    var frames = new Frames(in, out, limits.messageBytes());
    frames.greet(kind);
    socket.setSoTimeout(0);
    var peer = new Peer(socket, frames);
    peer.writer.start();
    return peer;
  }

  List<byte[]> receive() throws IOException {
    return frames.receive();
  }

  /// Sends a message. One that is far behind is waited for, and misses it then; it is not waited
  /// for again before it has read something.
  ///
  /// @return whether it is on its way
  public boolean send(List<byte[]> message, Duration patience) {
    return waiting.offer(message) || (!waitedInVain && awaitRoom(message, patience));
  }

  private boolean awaitRoom(List<byte[]> message, Duration patience) {
    try {
      boolean sent = waiting.offer(message, patience.toNanos(), TimeUnit.NANOSECONDS);
      waitedInVain = !sent;
      return sent;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void write() {
    try (socket) {
      for (List<byte[]> next = waiting.take(); !next.isEmpty(); next = waiting.take()) {
        frames.send(next);
        waitedInVain = false;
      }
    } catch (IOException left) {
      // its reader ends too, and forgets it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiting.clear(); // nobody waits for one that has left
    }
  }

  /// Lets what was said arrive, and then ends the connection.
  void end(Duration patience) throws InterruptedException {
    if (waiting.offer(END)) {
      writer.join(patience);
    }
    close();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException _) {
      // it is closed then
    }
    waiting.offer(END);
  }
}
