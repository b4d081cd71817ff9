package dev.manta.internal.companion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.manta.internal.companion.CompanionRequest.Greeting;
import dev.manta.internal.companion.CompanionRequest.OpenCheckpoint;
import dev.manta.internal.companion.CompanionRequest.OpenShard;
import dev.manta.internal.companion.CompanionRequest.Stay;
import dev.manta.internal.companion.CompanionRequest.StoreFile;
import dev.manta.internal.companion.CompanionRequest.StorePart;
import dev.manta.internal.data.SampledByAbsolutePath;
import dev.manta.internal.data.plan.SharedListings;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;

/// Where ranks call their companion: a Unix socket beside that of their controller, in a directory
/// that only this user enters.
final class CompanionDoor implements AutoCloseable {
  /// The socket's name in the directory.
  static final String SOCKET = "companion";

  private static final String TOKEN = "token";
  private static final String LISTINGS = "listings";
  private static final long LOOK_MILLIS = 250;
  private static final System.Logger LOG = System.getLogger("manta.companion");

  private final Path directory;
  private final byte[] token;
  private final ServerSocketChannel server;
  private final OpenedDatasets datasets;
  private int callers;
  private long idleSince = System.nanoTime();

  private CompanionDoor(Path directory, byte[] token, ServerSocketChannel server) {
    this.directory = directory;
    this.token = token;
    this.server = server;
    this.datasets = new OpenedDatasets(new SharedListings(directory.resolve(LISTINGS)));
  }

  /// Listens from now on.
  ///
  /// @param directory that of the controller's socket and token
  static CompanionDoor open(Path directory) throws IOException {
    byte[] token = Files.readAllBytes(directory.resolve(TOKEN));
    Path socket = directory.resolve(SOCKET);
    Files.deleteIfExists(socket);
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    var door = new CompanionDoor(directory, token, server);
    Thread.ofPlatform().daemon().name("manta-companion").start(door::accept);
    return door;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel caller = server.accept();
        came();
        Thread.ofPlatform().daemon().name("manta-rank").start(() -> serve(caller));
      }
    } catch (IOException closed) {
      LOG.log(System.Logger.Level.DEBUG, "nobody can call any more", closed);
    }
  }

  private synchronized void came() {
    callers++;
  }

  private synchronized void left() {
    callers--;
    idleSince = System.nanoTime();
    notifyAll();
  }

  /// Stays while there are callers, and for a while behind the last one; not longer than the
  /// directory is there.
  synchronized void awaitIdle(Duration limit) throws InterruptedException {
    while (callers > 0 || (!isIdleFor(limit) && Files.exists(directory.resolve(TOKEN)))) {
      wait(LOOK_MILLIS);
    }
  }

  private boolean isIdleFor(Duration limit) {
    return System.nanoTime() - idleSince >= limit.toNanos();
  }

  private void serve(SocketChannel caller) {
    try (var channel = new CompanionChannel(caller)) {
      serve(channel);
    } catch (EOFException gone) {
      LOG.log(System.Logger.Level.TRACE, "a rank has ended its connection", gone);
    } catch (IOException | IllegalArgumentException broken) {
      LOG.log(System.Logger.Level.DEBUG, "a connection broke", broken);
    } finally {
      left();
    }
  }

  private void serve(CompanionChannel channel) throws IOException {
    Greeting greeting = channel.receive(Greeting.class);
    if (!MessageDigest.isEqual(token, greeting.token().getBytes(UTF_8))) {
      return;
    }
    try {
      serve(greeting.request(), channel);
    } catch (RuntimeException e) {
      channel.send(CompanionAnswer.Refused.of(e));
    }
  }

  private void serve(CompanionRequest request, CompanionChannel channel) throws IOException {
    switch (request) {
      case Stay _ -> channel.awaitEnd();
      case OpenShard open -> {
        SampledByAbsolutePath.onThisThread(open.sampledByAbsolutePath());
        CompanionShard.serve(open, datasets, channel);
      }
      case StorePart store -> channel.send(CompanionStorage.store(store));
      case StoreFile store -> channel.send(CompanionStorage.store(store));
      case OpenCheckpoint open -> CompanionStorage.hold(open, channel);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(directory.resolve(SOCKET));
  }
}
